import type { CaipNetworkId } from '../../core/chain/caip.ts'

/** Pyth's ids of price feeds in US dollars, as 64 hexadecimal digits: https://docs.pyth.network/price-feeds/core/price-feeds/price-feed-ids */
export interface PythFeeds {
  readonly coin?: string | undefined
  /** By the token's address. */
  readonly tokens?: Readonly<Record<string, string>> | undefined
}

export interface PythOptions {
  /**
   * The base URL of a Hermes service, such as `https://pyth.dourolabs.app/hermes`, or of your proxy that adds the key. Hermes needs a
   * key.
   */
  readonly url: string
  /** Your key, sent as a header. Every visitor can read it in the page: use a proxy if your plan is paid. */
  readonly key?: string | undefined
  /** Networks to add or replace, by CAIP-2 id. Tokens have a price only if you name their feeds here. */
  readonly feeds?: Readonly<Record<CaipNetworkId, PythFeeds>> | undefined
}
