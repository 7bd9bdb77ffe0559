// The only module that imports the sheet, because the build writes it into each that does.
export { default as neutrals } from './neutrals.css?inline'
