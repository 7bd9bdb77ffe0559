import type { CallOptions } from '../../../ports.ts'
import type { CaipAddress, CaipNetworkId, Hex } from '../../chain/caip.ts'
import type { ChainNamespace } from '../../chain/namespace.ts'
import type { Transaction } from '../family.ts'
import type { FeeEstimate } from '../transaction.ts'

/** A decoded call that a swap may send to the wallet. Addresses are in the family's canonical form. */
export type DecodedCall =
  | {
      readonly kind: 'approve'
      /** The called contract. */
      readonly token: Hex
      readonly spender: Hex
      /** In the token's smallest unit. */
      readonly amount: bigint
    }
  | {
      readonly kind: 'swap'
      /** The called contract. */
      readonly router: Hex
      /** The tokens along the route, including both ends; the native coin appears as its wrapped token. */
      readonly path: readonly Hex[]
      /** Whether the first or last token is the native coin. */
      readonly fromCoin: boolean
      readonly toCoin: boolean
      /** In the smallest unit of the first token. */
      readonly amount: bigint
      /** In the smallest unit of the last token. */
      readonly minimum: bigint
      readonly receiver: Hex
      /** Unix time in seconds. */
      readonly deadline: bigint
    }

/** The simulated result of calls executed in sequence in the next block. */
export interface Simulation {
  /** The increase of the account's balance, in the asset's smallest unit. */
  readonly balanceChange: bigint
}

/** What swaps need from a family's networks: allowances, decoding of calls, and fees. */
export interface SwapSupport<N extends ChainNamespace = ChainNamespace> {
  /** The spender's allowance of the owner's token, read from the network. */
  allowance(
    network: CaipNetworkId<N>,
    token: string,
    owner: string,
    spender: string,
    opts?: CallOptions,
  ): Promise<bigint>
  /** Builds the call that sets a token's allowance. */
  approve(token: string, spender: string, amount: bigint): Promise<Transaction<N>>
  /** Decodes a call; undefined if it's none of these or isn't encoded canonically. */
  read(call: Transaction<N>): Promise<DecodedCall | undefined>
  /** The maximum fee of a call. @throws `node/execution-reverted` if it would revert. */
  fee(
    account: CaipAddress<N>,
    call: Transaction<N>,
    opts?: CallOptions,
  ): Promise<Pick<FeeEstimate<N>, 'total' | 'detail'>>
  /**
   * Simulates the calls of an account. `token` is the asset whose gain is measured, by default the native coin, without the
   * calls' fees. Undefined if no node supports it.
   * @throws `node/execution-reverted` if a call would revert.
   */
  simulate(
    account: CaipAddress<N>,
    calls: readonly Transaction<N>[],
    token: string | undefined,
    opts?: CallOptions,
  ): Promise<Simulation | undefined>
}
