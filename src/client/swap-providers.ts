import { swapServiceName } from '../core/options/feature-providers.ts'
import type { Options } from '../core/options/options.ts'

/** The names of the swap providers, known before any is loaded. */
export function swapProviderNames(options: Options): readonly string[] {
  return [
    ...ownSwapProviders(options).map(({ name }) => name),
    ...(options.endpoints.data ? [swapServiceName] : []),
  ]
}

/** The host's swap providers. An entry of `providers` without `covers` is a swap provider, because only data providers have `covers`. */
export function ownSwapProviders({
  swapProvider,
  providers = [],
}: Pick<Options, 'swapProvider' | 'providers'>) {
  return [
    ...(swapProvider ? [swapProvider] : []),
    ...providers.flatMap((one) => ('covers' in one ? [] : [one])),
  ]
}

/** Whether a source of history is set up. */
export function hasHistory({ endpoints, providers = [] }: Pick<Options, 'endpoints' | 'providers'>): boolean {
  return Boolean(endpoints.data) || providers.some((one) => 'covers' in one && one.covers.includes('history'))
}
