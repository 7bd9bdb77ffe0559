import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** A style by AppKit's names: `--w3m-*`, or `--apkt-*`. Ours, `--lk-*`, are taken as well. */
export type AppKitThemeVariables = Readonly<Record<string, string | number>>

/** What AppKit has a variable for, and Latchkey as well; the values mean the same. */
const shared: readonly string[] = [
  'accent',
  'font-family',
  'font-size-master',
  'border-radius-master',
  'color-mix',
  'color-mix-strength',
  'z-index',
  'qr-color',
]

/**
 * The variables by our names.
 * @throws `config/not-built` for one of AppKit's that has no counterpart.
 */
export function ourVariables(given: AppKitThemeVariables): AppKitThemeVariables {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const theirs = /^--(?:w3m|apkt)-(.+)$/.exec(name)?.[1]
      if (theirs === undefined) return [name, value]
      if (!shared.includes(theirs))
        throw latchkeyError('config/not-built', { values: { feature: `The theme variable ${name}` } })
      return [`--lk-${theirs}`, value]
    }),
  )
}

/** The variables by AppKit's names. */
export function theirVariables(ours: AppKitThemeVariables): AppKitThemeVariables {
  return Object.fromEntries(
    Object.entries(ours).map(([name, value]) => [name.replace(/^--lk-/, '--w3m-'), value]),
  )
}
