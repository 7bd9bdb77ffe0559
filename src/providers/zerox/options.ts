import type { AggregatorOptions } from '../shared/aggregator-options.ts'

export interface ZeroxOptions extends AggregatorOptions {
  /** The base URL of the API, or of your proxy that adds the key. The API is at `https://api.0x.org`. */
  readonly url: string
}
