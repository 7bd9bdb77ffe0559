import { swapServiceName } from '../core/options/feature-providers.ts'
import type { Options } from '../core/options/options.ts'

/** The names of the swap providers, known before any is loaded. */
export function swapProviderNames({ swapProvider, endpoints }: Options): readonly string[] {
  return [...(swapProvider ? [swapProvider.name] : []), ...(endpoints.data ? [swapServiceName] : [])]
}
