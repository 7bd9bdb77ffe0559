import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface MempoolOptions {
  /**
   * The base URL of the API, or of your proxy. Set one for each network, by CAIP-2 id, such as `https://mempool.space/api` for
   * Bitcoin and `https://mempool.space/signet/api` for Signet. If you have only one instance, set its URL alone: Latchkey finds
   * out the instance's network by the first block.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'bip122'>, string>>
}
