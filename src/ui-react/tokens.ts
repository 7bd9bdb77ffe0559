// The only module that imports the sheet, because the build writes it into each that does.
export { default as tokens } from './tokens.css?inline'
