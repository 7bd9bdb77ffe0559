import { swapServiceName } from '../core/options/feature-providers.ts'
import type { Options } from '../core/options/options.ts'

/** Returns the names of the swap providers, which are known before any provider is loaded. */
export function swapProviderNames(options: Options): readonly string[] {
  return [
    ...ownSwapProviders(options).map(({ name }) => name),
    ...(options.endpoints.data ? [swapServiceName] : []),
  ]
}

/**
 * Returns the host's own swap providers. An entry of `providers` without `covers` is a swap provider, because only data
 * providers have `covers`.
 */
export function ownSwapProviders({
  swapProvider,
  providers = [],
}: Pick<Options, 'swapProvider' | 'providers'>) {
  return [
    ...(swapProvider ? [swapProvider] : []),
    ...providers.flatMap((one) => ('covers' in one ? [] : [one])),
  ]
}

/** Returns whether the host configured a source of history. */
export function hasHistory({ endpoints, providers = [] }: Pick<Options, 'endpoints' | 'providers'>): boolean {
  return Boolean(endpoints.data) || providers.some((one) => 'covers' in one && one.covers.includes('history'))
}
