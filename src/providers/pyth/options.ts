import type { CaipNetworkId } from '../../core/chain/caip.ts'

/**
 * Pyth's ids of price feeds in US dollars. Each id has 64 hexadecimal digits:
 * https://docs.pyth.network/price-feeds/core/price-feeds/price-feed-ids
 */
export interface PythFeeds {
  readonly coin?: string | undefined
  /** The feeds of tokens, by the token's address. */
  readonly tokens?: Readonly<Record<string, string>> | undefined
}

export interface PythOptions {
  /**
   * The base URL of a Hermes service, such as `https://pyth.dourolabs.app/hermes`, or of your proxy that adds the key. Hermes
   * needs a key.
   */
  readonly url: string
  /** Your key. It is sent in a header. Every visitor can read it in the page, so use a proxy for a key of a paid plan. */
  readonly key?: string | undefined
  /** Networks to add or replace, by CAIP-2 id. A token has a price only if you set its feed here. */
  readonly feeds?: Readonly<Record<CaipNetworkId, PythFeeds>> | undefined
}
