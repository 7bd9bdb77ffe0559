import type { SwapContractsOption } from '../../core/wallet/payments/swap-contracts.ts'

export interface Eip155Options {
  /**
   * The swap contracts of your networks by CAIP-2 id. Each replaces the published contract of its kind, which Latchkey knows on
   * common networks. No answer of a service can change them.
   */
  readonly swapContracts?: SwapContractsOption | undefined
}
