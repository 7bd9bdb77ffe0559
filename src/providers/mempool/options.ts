import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface MempoolOptions {
  /**
   * The base URL of the API, or of your proxy, for each network by CAIP-2 id: `https://mempool.space/api` for Bitcoin, and
   * `https://mempool.space/signet/api` for Signet. With one instance, its URL is enough: Latchkey then finds the network by the
   * first block.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'bip122'>, string>>
}
