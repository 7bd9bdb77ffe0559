import { adopt, sheetOf } from './adopt.ts'

/** The styles outside the modal: in the document, and in the shadow roots that the app renders into. */
export interface PageStyles {
  /** Adopts the styles everywhere; the result removes them. */
  readonly add: (sheet: CSSStyleSheet | undefined) => () => void
  /** A ref: adopts the styles where the element is. */
  readonly reach: (element: Element | null) => void
}

export function pageStyles(): PageStyles {
  const roots = new Set<Document | ShadowRoot>()
  const sheets = new Set<CSSStyleSheet>()
  return {
    add(sheet) {
      if (!sheet) return () => {}
      roots.add(document)
      sheets.add(sheet)
      for (const root of roots) adopt(root, sheet)
      return () => {
        sheets.delete(sheet)
        for (const root of roots)
          root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet)
      }
    },
    reach(element) {
      const root = element?.getRootNode()
      if (!(root instanceof ShadowRoot) || roots.has(root)) return
      roots.add(root)
      for (const sheet of sheets) adopt(root, sheet)
    },
  }
}

/**
 * A sheet with the styles of the buttons. The rules apply twice: a button without a class of the host also resists rules with many
 * classes, such as `main button:not(:hover)` of a theme. The others have only the weight of `button`, so that one class of the host, such
 * as `w-full`, restyles them.
 */
export function buttonSheet(css: string): CSSStyleSheet | undefined {
  return sheetOf(
    css.replaceAll('.lk-button', 'button:where(.lk-button)') +
      css.replaceAll('.lk-button', '.lk-button:not(.lk-restyled,#lk)'),
  )
}

/** The class of a button. `className` is the host's. */
export function buttonClass(kind: string, className: string | undefined): string {
  return `lk-button ${kind} ${className ? `lk-restyled ${className}` : ''}`
}
