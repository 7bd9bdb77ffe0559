import type { ChainNamespace } from '../chain/namespace.ts'
import type { Features, Options } from '../options.ts'
import { type OnRampProviderInfo, onRampNamespaces } from './onramp.ts'

const builtIn = {
  coinbase: { label: 'Coinbase', feeRange: '1-2%', supportedChains: ['eip155'], quotes: true },
  meld: { label: 'Meld.io', feeRange: '1-2%', supportedChains: onRampNamespaces, quotes: false },
} as const satisfies Record<string, Omit<OnRampProviderInfo, 'name'>>

/** All that the host has set up, in the order in which they are shown. Facts 3.9. */
export function onRampProvidersOf({
  endpoints,
  meld,
  onRampProviders = [],
}: Pick<Options, 'endpoints' | 'meld' | 'onRampProviders'>): readonly OnRampProviderInfo[] {
  return [
    ...(endpoints.data ? [{ name: 'coinbase', ...builtIn.coinbase }] : []),
    ...(meld ? [{ name: 'meld', ...builtIn.meld }] : []),
    ...onRampProviders.map(({ name, label, feeRange, supportedChains, quote }) => ({
      ...{ name, label, feeRange, supportedChains },
      quotes: quote !== undefined,
    })),
  ]
}

/** Those that sell on a family, as far as the host lets them. Specification 1, section 5, "On-ramp". */
export function sellersOn(
  providers: readonly OnRampProviderInfo[],
  onramp: Features['onramp'],
  namespace: ChainNamespace,
): readonly OnRampProviderInfo[] {
  const isWanted = (name: string) => (typeof onramp === 'boolean' ? onramp : onramp.includes(name))
  return providers.filter(
    ({ name, supportedChains }) =>
      isWanted(name) && (supportedChains as readonly ChainNamespace[]).includes(namespace),
  )
}
