import type { Features } from './options.ts'

/** The features that providers do, by their options. */
export type Provided = 'swaps' | 'onramp'

/** In `features.swaps`, the service behind `endpoints.data`. Specification 2, section 9. */
export const swapServiceName = '1inch'

/**
 * Who does it, of those that there are; undefined: nobody. The option names some, in order, or all: the host's own then come
 * first.
 */
export function providerFor(wanted: Features[Provided], providers: readonly string[]): string | undefined {
  const named = typeof wanted === 'boolean' ? (wanted ? providers : []) : wanted
  return named.find((name) => providers.includes(name))
}
