import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { SwapToken } from '../../core/wallet/payments/swap-provider.ts'

export interface JupiterOptions {
  /**
   * The base URL of the Swap API, or of your proxy that adds the key. The API is at `https://api.jup.ag/swap/v1` with a key, and at
   * `https://lite-api.jup.ag/swap/v1` without one.
   */
  readonly url: string
  /** Your key. Every visitor can read it in the page, so use a proxy to keep the key secret. */
  readonly key?: string | undefined
  /** The tokens that visitors can swap, by CAIP-2 id. SOL needs no entry. */
  readonly tokens: Readonly<Record<CaipNetworkId<'solana'>, readonly SwapToken[]>>
}
