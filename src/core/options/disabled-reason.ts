import { type LatchkeyError, latchkeyError } from '../errors/latchkey-error.ts'
import { type ProviderFeature, providerFor } from './feature-providers.ts'
import type { Features } from './options.ts'

const names = {
  swaps: 'Swap',
  onramp: 'Buying',
  send: 'Sending',
  receive: 'Receiving',
  activity: 'The activity',
  smartSessions: 'Granting permissions',
  email: 'Email login',
  socials: 'Social login',
} as const

/** A feature with views of its own, by option name. */
export type ViewFeature = keyof typeof names

/** The reason why the feature is unavailable; undefined if it is on and, for `swaps` and `onramp`, a provider is set up. */
export function disabledReason(
  option: ViewFeature,
  wanted: Features[ViewFeature],
  providers?: readonly string[] | undefined,
): LatchkeyError | undefined {
  const isOn = providers ? providerFor(wanted as Features[ProviderFeature], providers) !== undefined : wanted
  if (isOn) return undefined
  const feature = names[option]
  return providers?.length === 0
    ? latchkeyError('config/endpoint-off', { values: { feature, endpoint: 'data' } })
    : latchkeyError('config/feature-off', { values: { feature, option: `features.${option}` } })
}
