import { adopt, sheetOf } from './adopt.ts'

/** The styles outside the modal: in the document, and in the shadow roots that the app renders into. */
export interface PageStyles {
  /** Adopts the styles everywhere; the result removes them. */
  readonly add: (sheet: CSSStyleSheet | undefined) => () => void
  /** A ref: adopts the styles where the element is. */
  readonly reach: (element: Element | null) => void
}

export function pageStyles(): PageStyles {
  // Weakly, because an app may render into ever new shadow roots.
  const roots = new Set<WeakRef<Document | ShadowRoot>>()
  const reached = new WeakSet<Document | ShadowRoot>()
  const sheets = new Set<CSSStyleSheet>()
  const keep = (root: Document | ShadowRoot) => {
    if (reached.has(root)) return false
    reached.add(root)
    roots.add(new WeakRef(root))
    return true
  }
  const each = (change: (root: Document | ShadowRoot) => void) => {
    for (const one of roots) {
      const root = one.deref()
      if (root) change(root)
      else roots.delete(one)
    }
  }
  return {
    add(sheet) {
      if (!sheet) return () => {}
      keep(document)
      sheets.add(sheet)
      each((root) => void adopt(root, sheet))
      return () => {
        sheets.delete(sheet)
        each((root) => {
          root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet)
        })
      }
    },
    reach(element) {
      const root = element?.getRootNode()
      if (!(root instanceof ShadowRoot) || !keep(root)) return
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
