import type { PricedNetworks } from '../shared/priced-network.ts'

export interface DefillamaOptions {
  /** The base URL of the API, or of your proxy that adds the key of a paid plan. `https://coins.llama.fi` needs no key. */
  readonly url: string
  /**
   * Networks to add or replace, by CAIP-2 id. Each has DefiLlama's name of the network, and CoinGecko's id of the native coin.
   */
  readonly networks?: PricedNetworks | undefined
}
