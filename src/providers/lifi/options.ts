import type { AggregatorOptions } from '../shared/aggregator-options.ts'

export interface LifiOptions extends AggregatorOptions {
  /** The base URL of the API, or of your proxy that adds the key. The API is at `https://li.quest/v1`. It answers without a key too. */
  readonly url: string
  /** Your name as an integrator, which LI.FI uses to count swaps. Default: none. */
  readonly integrator?: string | undefined
}
