import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface CosmosRestOptions {
  /**
   * The base URL of a node's REST API, or of your proxy. Set one for each network, by CAIP-2 id, such as
   * `https://rest.cosmos.example` for `cosmos:cosmoshub-4`. If you have only one node, set its URL alone: Latchkey finds out the
   * node's network by the chain id.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'cosmos'>, string>>
}
