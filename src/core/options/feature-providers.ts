import type { Features } from './options.ts'

/** The features that need a provider, by option name. */
export type ProviderFeature = 'swaps' | 'onramp'

/** The name in `features.swaps` for the service behind `endpoints.data` (S2.9). */
export const swapServiceName = '1inch'

/**
 * Returns the provider to use, or undefined if there is no provider. The option lists providers in order of preference, allows
 * all providers, or allows none. If it allows all, returns the first of `providers`.
 */
export function providerFor(
  wanted: Features[ProviderFeature],
  providers: readonly string[],
): string | undefined {
  const named = typeof wanted === 'boolean' ? (wanted ? providers : []) : wanted
  return named.find((name) => providers.includes(name))
}
