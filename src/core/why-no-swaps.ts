import { type LatchkeyError, latchkeyError } from './errors/latchkey-error.ts'
import type { Features } from './options.ts'
import { swapsBy } from './swaps-on.ts'

/** Why nothing is swapped; undefined where something is. */
export function whyNoSwaps(
  swaps: Features['swaps'],
  providers: readonly string[],
): LatchkeyError | undefined {
  if (swapsBy(swaps, providers) !== undefined) return undefined
  if (providers.length > 0)
    return latchkeyError('config/feature-off', { values: { feature: 'Swap', option: 'features.swaps' } })
  return latchkeyError('config/endpoint-off', { values: { feature: 'Swap', endpoint: 'data' } })
}
