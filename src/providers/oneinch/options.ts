import type { AggregatorOptions } from '../shared/aggregator-options.ts'

export interface OneinchOptions extends AggregatorOptions {
  /**
   * The base URL of the API, or of your proxy that adds the key. The API is at `https://api.1inch.com/swap/v6.1`. The API doesn't
   * answer requests from web pages, so a page needs a proxy.
   */
  readonly url: string
}
