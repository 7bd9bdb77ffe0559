// Without fonts of its own, the site uses the fonts of the visitor's system, as the modal does.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
