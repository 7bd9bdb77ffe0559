import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface AlchemyOptions {
  /**
   * The origin of the API, such as `https://eth-mainnet.g.alchemy.com`, or of your proxy that adds the key. Set one for each
   * eip155 network, by CAIP-2 id. If you set a single URL, Latchkey compares blocks with your own nodes to find out the URL's
   * network.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'eip155'>, string>>
  /** Your key. It is a part of the path. Every visitor can read it in the page, so restrict it to your domain at Alchemy. */
  readonly key?: string | undefined
}
