import { latchkeyError } from './errors/latchkey-error.ts'
import type { FeatureOptions } from './features.ts'
import type { LatchkeyOptions } from './options.ts'

/** Options that nothing reads yet. Each goes from here with the feature that reads it. */
const options: readonly (keyof LatchkeyOptions)[] = [
  'siwx',
  'siweConfig',
  'tokens',
  'coinbasePreference',
  'enableCoinbase',
  'enableWalletGuide',
  'enableAuthLogger',
  'showWallets',
  'disableAppend',
  'sdkType',
  'sdkVersion',
]
const features: readonly (keyof FeatureOptions)[] = [
  'swaps',
  'onramp',
  'email',
  'socials',
  'activity',
  'history',
  'reownBranding',
  'send',
  'receive',
  'analytics',
  'smartSessions',
  'pay',
  'emailShowWallets',
  'collapseWallets',
  'walletFeaturesOrder',
  'connectMethodsOrder',
]
const endpoints = ['catalogue', 'data', 'analytics', 'frame'] as const

/**
 * Refuses what a host asks for and would not get, by its name: an app may rely on it, above all where it is about safety.
 * What switches such a feature off is granted.
 * @throws `config/not-built`
 */
export function refuseNotBuilt(input: Partial<LatchkeyOptions>): void {
  const asked = <T extends object>(given: T | undefined, names: readonly (keyof T)[], prefix = '') =>
    names.filter((name) => isAsked(given?.[name])).map((name) => `${prefix}${String(name)}`)
  const [first] = [
    ...asked(input, options),
    ...asked(input.features, features, 'features.'),
    ...asked(input.remoteFeatures, features, 'remoteFeatures.'),
    ...asked(input.endpoints, endpoints, 'endpoints.'),
  ]
  if (first) throw latchkeyError('config/not-built', { values: { feature: `The option ${first}` } })
}

function isAsked(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
}
