// The build copies the style sheet into each module that imports it, so only this module imports it.
export { default as neutrals } from './neutrals.css?inline'
