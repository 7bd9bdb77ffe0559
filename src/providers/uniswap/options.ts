import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { SwapContractsOption } from '../../core/wallet/payments/swap-contracts.ts'
import type { SwapToken } from '../../core/wallet/payments/swap-provider.ts'

export interface UniswapOptions {
  /** The tokens that visitors can swap, by CAIP-2 id. The native coin needs no entry. */
  readonly tokens: Readonly<Record<CaipNetworkId<'eip155'>, readonly SwapToken[]>>
  /**
   * Uniswap's contracts on networks where Latchkey doesn't know them. Pass these contracts to `eip155({ swapContracts })`,
   * because the adapter refuses swaps through any other contract.
   */
  readonly contracts?: SwapContractsOption | undefined
  /**
   * The contract that swaps. `universal-router` takes tokens through Permit2, so a swap of a token can need two approvals.
   * Default: `swap-router-02`.
   */
  readonly router?: 'swap-router-02' | 'universal-router' | undefined
}
