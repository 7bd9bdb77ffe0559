import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface BlockscoutOptions {
  /**
   * The base URL of a Blockscout instance, or of your proxy, such as `https://eth.blockscout.com`: one URL per eip155 network, by
   * CAIP-2 id. A single URL serves the network whose blocks your own node has too.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'eip155'>, string>>
}
