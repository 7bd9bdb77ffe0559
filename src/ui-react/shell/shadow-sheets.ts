import { adopt, sheetOf } from '../adopt.ts'
import { shellCss } from './styles.ts'

/** The style sheets of a shadow root, some of which are added before it exists. Each is adopted once. */
export function shadowSheets(): {
  readonly add: (css: string) => void
  readonly adoptIn: (shadow: ShadowRoot) => void
} {
  const known = new Set([shellCss])
  let root: ShadowRoot | undefined
  return {
    add(css) {
      if (known.has(css)) return
      known.add(css)
      if (root) adopt(root, sheetOf(css))
    },
    adoptIn(shadow) {
      if (shadow === root) return
      root = shadow
      for (const css of known) adopt(shadow, sheetOf(css))
    },
  }
}
