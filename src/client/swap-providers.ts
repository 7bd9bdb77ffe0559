import type { Options } from '../core/options.ts'

/** The names of those who swap, before any of them is loaded; `1inch` is the service behind `endpoints.data` (specification 2, section 9). */
export function swapProviderNames({ swapProvider, endpoints }: Options): readonly string[] {
  return [...(swapProvider ? [swapProvider.name] : []), ...(endpoints.data ? ['1inch'] : [])]
}
