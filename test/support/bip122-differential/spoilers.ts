import type { Spoiler } from './spoiler.ts'
import { doubleSpends, dust, spoiltFees, spoiltValues } from './spoilt-amounts.ts'
import { spoiltEncodings, spoiltScripts } from './spoilt-scripts.ts'
import { spoiltSighashTypes, spoiltSignatures } from './spoilt-signatures.ts'
import { replacements, spoiltLocks } from './spoilt-timing.ts'

/** All spoilers. Some of their transactions are valid, for example a transaction exactly at a limit. */
export const spoilers: readonly Spoiler[] = [
  ...spoiltSignatures,
  ...spoiltSighashTypes,
  ...spoiltValues,
  ...doubleSpends,
  ...dust,
  ...spoiltFees,
  ...spoiltScripts,
  ...spoiltLocks,
  ...replacements,
  ...spoiltEncodings,
]

export const rules: readonly string[] = [...new Set(spoilers.map(({ rule }) => rule))]
