// The build copies the style sheet into each module that imports it, so only this module imports it.
export { default as tokens } from './tokens.css?inline'
