import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface BlockscoutOptions {
  /**
   * The base URL of a Blockscout instance, such as `https://eth.blockscout.com`, or of your proxy. Set one for each eip155
   * network, by CAIP-2 id. If you set a single URL, Latchkey compares blocks with your own nodes to find out the URL's network.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'eip155'>, string>>
}
