// The fonts of the visitor's system, as in the modal.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
