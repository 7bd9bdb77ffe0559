import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** Theme variables with AppKit's names (`--w3m-*`, `--apkt-*`) or Latchkey's (`--lk-*`). */
export type AppKitThemeVariables = Readonly<Record<string, string | number>>

/** The variables that AppKit and Latchkey share. Their values have the same meaning. */
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
 * Converts variables to Latchkey's names.
 * @throws `config/not-built` for a variable of AppKit that Latchkey doesn't have.
 */
export function toLatchkeyVariables(given: AppKitThemeVariables): AppKitThemeVariables {
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

/** Converts variables to AppKit's names. */
export function toAppKitVariables(ours: AppKitThemeVariables): AppKitThemeVariables {
  return Object.fromEntries(
    Object.entries(ours).map(([name, value]) => [name.replace(/^--lk-/, '--w3m-'), value]),
  )
}
