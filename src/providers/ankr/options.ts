import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface AnkrOptions {
  /**
   * The base URL of the Advanced API, or of your proxy that adds the key. The API is at `https://rpc.ankr.com/multichain`, for all
   * networks.
   */
  readonly url: string
  /** Your key. Every visitor can read it in the page, so restrict it to your domain at Ankr. */
  readonly key?: string | undefined
  /**
   * Ankr's names for networks to add or replace, by CAIP-2 id: https://www.ankr.com/docs/advanced-api/overview/. Example: `{
   * 'eip155:14': 'flare' }`. Default: the networks in `latchkey/networks` that Ankr has.
   */
  readonly blockchains?: Readonly<Record<CaipNetworkId<'eip155'>, string>> | undefined
}
