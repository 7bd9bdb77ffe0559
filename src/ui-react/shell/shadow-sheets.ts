import { adopt, sheetOf } from '../adopt.ts'
import { neutrals } from '../neutrals.ts'
import { tokens } from '../tokens.ts'
import shellCss from './shell.css?inline'

/** Collects the style sheets of a shadow root, and adopts each sheet once. Sheets can be added before the root exists. */
export function shadowSheets(): {
  readonly add: (css: string) => void
  readonly adoptIn: (shadow: ShadowRoot) => void
} {
  const known = new Set([tokens + neutrals + shellCss])
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
