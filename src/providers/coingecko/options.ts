import type { PricedNetworks } from '../shared/priced-network.ts'

export interface CoingeckoOptions {
  /**
   * The base URL of the API, or of your proxy that adds the key. The API is at `https://api.coingecko.com/api/v3`. For keys of a
   * paid plan, it is at `https://pro-api.coingecko.com/api/v3`.
   */
  readonly url: string
  /**
   * Your key. Every visitor can read it in the page, so use a proxy for a key of a paid plan. Without a key, CoinGecko allows
   * only a few requests a minute, each for one token.
   */
  readonly key?: string | undefined
  /**
   * Networks to add or replace, by CAIP-2 id. Each has CoinGecko's ids of the network's asset platform and of its native coin.
   */
  readonly networks?: PricedNetworks | undefined
}
