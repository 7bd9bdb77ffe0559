type Root = Pick<DocumentOrShadowRoot, 'adoptedStyleSheets'>

/** A constructable sheet: a strict `style-src` does not stop it, and no markup is needed. Nothing where there is none. */
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
