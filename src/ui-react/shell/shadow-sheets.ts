import { adopt, sheetOf } from '../adopt.ts'
import { shellCss } from './styles.ts'

/** The styles of a shadow root, of which some are known before it is there. Each is adopted once. */
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
