import type { Options } from '../../options/options.ts'
import { type OnRampProviderInfo, onRampNamespaces } from './onramp.ts'

/** The fee of the built-in providers (S3.3.9). */
const feeRange = '1-2%'

/** Returns all configured providers: first the built-in providers, then the host's (S3.3.9). */
export function onRampProvidersOf({
  endpoints,
  meld,
  onRampProviders = [],
}: Pick<Options, 'endpoints' | 'meld' | 'onRampProviders'>): readonly OnRampProviderInfo[] {
  const info = (
    name: string,
    label: string,
    supportedChains: OnRampProviderInfo['supportedChains'],
    quotes: boolean,
    fee = feeRange,
  ): OnRampProviderInfo => ({ name, label, feeRange: fee, supportedChains, quotes })
  return [
    ...(endpoints.data ? [info('coinbase', 'Coinbase', ['eip155'], true)] : []),
    ...(meld ? [info('meld', 'Meld.io', onRampNamespaces, false)] : []),
    ...onRampProviders.map((one) =>
      info(one.name, one.label, one.supportedChains, one.quote !== undefined, one.feeRange),
    ),
  ]
}
