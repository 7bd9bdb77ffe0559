/** A style sheet as a string, which the build minifies. */
declare module '*.css?inline' {
  const css: string
  // biome-ignore lint/style/noDefaultExport: Vite exports the string this way.
  export default css
}
