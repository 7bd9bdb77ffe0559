import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface SubscanOptions {
  /**
   * The base URL of the API, or of your proxy that adds the key. Set one for each network, by CAIP-2 id, such as
   * `https://assethub-polkadot.api.subscan.io` for `polkadot:68d56f15f85d3136970ec16946040bc1`. If you use only one network, set
   * its URL alone: Latchkey finds the network by comparing Subscan's blocks with your node's blocks.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'polkadot'>, string>>
  /** Your key, sent as a header. Every visitor can read it in the page, so use a proxy if your plan is paid. */
  readonly key?: string | undefined
}
