import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface MempoolOptions {
  /**
   * The base URL of the API, or of your proxy, for each network by CAIP-2 id: `https://mempool.space/api` for Bitcoin,
   * `https://mempool.space/signet/api` for Signet. If you have only one instance, set its URL alone: Latchkey finds out its
   * network by the first block.
   */
  readonly url: string | Readonly<Record<CaipNetworkId<'bip122'>, string>>
}
