import type { SwapContractsOption } from '../../core/wallet/payments/swap-contracts.ts'

export interface Eip155Options {
  /**
   * The swap contracts on your networks, by CAIP-2 id. Latchkey knows the published contracts on common networks. Each contract
   * that you set here replaces the published contract of the same kind. A service's answer can't change these contracts.
   */
  readonly swapContracts?: SwapContractsOption | undefined
  /**
   * The servers that may answer for names that are stored outside the network (CCIP-Read, EIP-3668), as origins such as
   * `https://gateway.example`. If a name's resolver names none of these servers, the lookup fails with `name/needs-gateway`.
   * These servers see the visitor's IP address and the name. Default: none.
   */
  readonly nameGateways?: readonly string[] | undefined
}
