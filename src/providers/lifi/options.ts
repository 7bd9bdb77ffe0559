import type { AggregatorOptions } from '../shared/aggregator-options.ts'

export interface LifiOptions extends AggregatorOptions {
  /**
   * The base URL of the API, or of your proxy that adds the key. The API is at `https://li.quest/v1`, and also works without a
   * key.
   */
  readonly url: string
  /** Your name as an integrator. LI.FI counts your swaps by this name. Default: none. */
  readonly integrator?: string | undefined
}
