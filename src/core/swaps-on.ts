import type { Features } from './options.ts'

/** In `features.swaps`, the service behind `endpoints.data`. Specification 2, section 9. */
export const swapServiceName = '1inch'

/**
 * By which provider tokens are swapped, of those that there are; undefined: by none. `features.swaps` names some, in order, or
 * all, the host's own first.
 */
export function swapsBy(swaps: Features['swaps'], providers: readonly string[]): string | undefined {
  const wanted = typeof swaps === 'boolean' ? (swaps ? providers : []) : swaps
  return wanted.find((name) => providers.includes(name))
}
