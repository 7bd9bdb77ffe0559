import type { PricedNetworks } from '../shared/priced-network.ts'

export interface DefillamaOptions {
  /** The API's base URL, or your proxy's, which adds the key of a paid plan. Default: `https://coins.llama.fi`, which needs no key. */
  readonly url?: string | undefined
  /** Networks that are added or replaced, by CAIP-2 id: the name at DefiLlama, and the native coin's id at CoinGecko. */
  readonly networks?: PricedNetworks | undefined
}
