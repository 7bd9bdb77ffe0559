import type { PricedNetworks } from '../shared/priced-network.ts'

export interface DefillamaOptions {
  /** The base URL of the API, or of your proxy that adds the key of a paid plan. `https://coins.llama.fi` needs no key. */
  readonly url: string
  /** Networks that are added or replaced, by CAIP-2 id: the name at DefiLlama, and the native coin's id at CoinGecko. */
  readonly networks?: PricedNetworks | undefined
}
