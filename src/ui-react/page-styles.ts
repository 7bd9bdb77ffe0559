import { adopt, sheetOf } from './adopt.ts'

/** The styles outside the modal: in the document, and in the shadow roots that the app renders into. */
export interface PageStyles {
  /** Adopts the style sheet in the document and in these shadow roots. Returns a function that removes the sheet. */
  readonly add: (sheet: CSSStyleSheet | undefined) => () => void
  /** A ref callback. If a shadow root contains the element, adopts the styles in this shadow root. */
  readonly reach: (element: Element | null) => void
}

export function pageStyles(): PageStyles {
  // Weak references, because an app may keep creating shadow roots.
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
 * Returns a sheet with the styles of the buttons. The sheet contains each rule twice, with different specificity. The rules for a
 * button without a host class override even specific rules of a theme, such as `main button:not(:hover)`. The rules for a button
 * with a host class have only the specificity of `button`, so a single class, such as `w-full`, overrides them.
 */
export function buttonSheet(css: string): CSSStyleSheet | undefined {
  return sheetOf(
    css.replaceAll('.lk-button', 'button:where(.lk-button)') +
      css.replaceAll('.lk-button', '.lk-button:not(.lk-restyled,#lk)'),
  )
}

/** Returns the class of a button. `className` comes from the host. */
export function buttonClass(kind: string, className: string | undefined): string {
  return `lk-button ${kind} ${className ? `lk-restyled ${className}` : ''}`
}
