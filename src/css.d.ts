/** A style sheet as text. The build minifies it. */
declare module '*.css?inline' {
  const css: string
  // biome-ignore lint/style/noDefaultExport: Vite exports the text as the default export.
  export default css
}
