import type { PricedNetworks } from '../shared/priced-network.ts'

export interface CoingeckoOptions {
  /**
   * The API's base URL, or your proxy's, which adds the key. Default: `https://api.coingecko.com/api/v3`. Keys of a paid plan need
   * `https://pro-api.coingecko.com/api/v3`.
   */
  readonly url?: string | undefined
  /**
   * Your key. Every visitor can read it in the page: use a proxy for a key of a paid plan. Without a key, CoinGecko allows only a
   * few requests a minute, each for one token.
   */
  readonly key?: string | undefined
  /** Networks that are added or replaced, by CAIP-2 id: the asset platform and the native coin, by their ids at CoinGecko. */
  readonly networks?: PricedNetworks | undefined
}
