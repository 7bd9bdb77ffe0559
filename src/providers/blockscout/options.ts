import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface BlockscoutOptions {
  /**
   * The base URL of a Blockscout instance, or of your proxy, such as `https://eth.blockscout.com`: one per network of eip155, by
   * CAIP-2 id. With one URL, it serves the network whose blocks your own node knows too.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'eip155'>, string>>
}
