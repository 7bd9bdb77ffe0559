import { type LatchkeyError, latchkeyError } from './errors/latchkey-error.ts'
import type { Features } from './options.ts'

/** In `features.swaps`, the service behind `endpoints.data`. Specification 2, section 9. */
export const swapServiceName = '1inch'

/**
 * By which provider tokens are swapped, of those that there are; undefined: by none. `features.swaps` names some, in order, or
 * all, the host's own first.
 */
export function swapsBy(swaps: Features['swaps'], providers: readonly string[]): string | undefined {
  const wanted = typeof swaps === 'boolean' ? (swaps ? providers : []) : swaps
  return wanted.find((name) => providers.includes(name))
}

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
