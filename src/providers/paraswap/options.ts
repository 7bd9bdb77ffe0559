import type { AggregatorOptions } from '../shared/aggregator-options.ts'

export interface ParaswapOptions extends Omit<AggregatorOptions, 'key'> {
  /** The base URL of the API, or of your proxy. The API is at `https://api.velora.xyz` and needs no key. */
  readonly url: string
  /** Your name as a partner. ParaSwap counts your swaps by this name. Default: none. */
  readonly partner?: string | undefined
}
