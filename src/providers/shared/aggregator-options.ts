import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { SwapContractsOption } from '../../core/wallet/payments/swap-contracts.ts'
import type { SwapToken } from '../../core/wallet/payments/swap-provider.ts'

/** The options of a swap provider that asks an aggregator's service. */
export interface AggregatorOptions {
  /** The base URL of the service, or of your proxy that adds the key. */
  readonly url: string
  /** Your key. Every visitor can read it in the page, so use a proxy to keep the key secret. */
  readonly key?: string | undefined
  /** The tokens that visitors can swap, by CAIP-2 id. The native coin needs no entry. */
  readonly tokens: Readonly<Record<CaipNetworkId<'eip155'>, readonly SwapToken[]>>
  /**
   * The aggregator's contracts on networks where Latchkey doesn't know them. Pass these contracts to `eip155({ swapContracts })`,
   * because the adapter refuses swaps through any other contract.
   */
  readonly contracts?: SwapContractsOption | undefined
}
