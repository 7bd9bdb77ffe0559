import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface CosmosRestOptions {
  /**
   * The base URL of the REST API of a node, or of your proxy, for each network by CAIP-2 id: `https://rest.cosmos.example` for
   * `cosmos:cosmoshub-4`. If you have only one node, set its URL alone: Latchkey finds out its network by the chain id.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'cosmos'>, string>>
}
