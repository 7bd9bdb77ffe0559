import type { Features } from './options.ts'

/** Features that providers implement, by option name. */
export type ProviderFeature = 'swaps' | 'onramp'

/** The name in `features.swaps` of the service behind `endpoints.data` (S2.9). */
export const swapServiceName = '1inch'

/**
 * The provider to use, or undefined if there's none. The option lists providers in order of preference, or allows all of them,
 * the host's own first.
 */
export function providerFor(
  wanted: Features[ProviderFeature],
  providers: readonly string[],
): string | undefined {
  const named = typeof wanted === 'boolean' ? (wanted ? providers : []) : wanted
  return named.find((name) => providers.includes(name))
}
