import { type LatchkeyError, latchkeyError } from '../errors/latchkey-error.ts'
import { type ProviderFeature, providerFor } from './feature-providers.ts'
import type { Features } from './options.ts'

const names = { swaps: 'Swap', onramp: 'Buying' } as const

/** Returns the reason why the feature is unavailable. Returns undefined if the feature has a provider. */
export function disabledReason(
  option: ProviderFeature,
  wanted: Features[ProviderFeature],
  providers: readonly string[],
): LatchkeyError | undefined {
  if (providerFor(wanted, providers) !== undefined) return undefined
  const feature = names[option]
  return providers.length > 0
    ? latchkeyError('config/feature-off', { values: { feature, option: `features.${option}` } })
    : latchkeyError('config/endpoint-off', { values: { feature, endpoint: 'data' } })
}
