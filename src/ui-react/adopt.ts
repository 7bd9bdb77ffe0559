type Root = Pick<DocumentOrShadowRoot, 'adoptedStyleSheets'>

/**
 * Returns a constructable style sheet, which a strict `style-src` policy doesn't block. Returns undefined if the browser
 * doesn't support constructable style sheets.
 */
export function sheetOf(css: string): CSSStyleSheet | undefined {
  if (typeof document === 'undefined' || !('adoptedStyleSheets' in document)) return undefined
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

export function adopt(root: Root, sheet: CSSStyleSheet | undefined): () => void {
  if (!sheet) return () => {}
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}
