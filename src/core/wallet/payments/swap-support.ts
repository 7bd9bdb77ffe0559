import type { CallOptions } from '../../../ports.ts'
import type { CaipAddress, CaipNetworkId, Hex } from '../../chain/caip.ts'
import type { ChainNamespace } from '../../chain/namespace.ts'
import type { Transaction } from '../family.ts'
import type { FeeEstimate } from '../transaction.ts'

/** A decoded swap: the values that the called contract enforces. Addresses are in the family's canonical form. */
export interface DecodedSwap {
  readonly kind: 'swap'
  /** The called contract. */
  readonly router: Hex
  /** The tokens along the route, including both ends; the native coin appears as its wrapped token. */
  readonly path: readonly Hex[]
  /** The number of pools of all routes. Default: the pools of `path`. */
  readonly pools?: number | undefined
  /** Whether the first or last token is the native coin. */
  readonly fromCoin: boolean
  readonly toCoin: boolean
  /** In the smallest unit of the first token. */
  readonly amount: bigint
  /** The minimum that the contract pays, before the token's own fee on transfers; in the smallest unit of the last token. */
  readonly minimum: bigint
  readonly receiver: Hex
  /** Unix time in seconds. Undefined if the call has none. */
  readonly deadline: bigint | undefined
  /** The Permit2 contract through which the router takes the tokens. Default: the router takes them itself. */
  readonly permit2?: Hex | undefined
}

/** The amount of a token that Permit2 lets a contract take, and until when: https://github.com/Uniswap/permit2 */
export interface Permit2Grant {
  /** In the token's smallest unit. */
  readonly amount: bigint
  /** Unix time in seconds. */
  readonly expiration: number
}

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
  | DecodedSwap

/** The simulated result of calls executed in sequence in the next block. */
export interface Simulation {
  /** The increase of the account's balance, in the asset's smallest unit. */
  readonly balanceChange: bigint
}

/** The operations on a family's networks that swaps need: allowances, decoding of calls, and fees. */
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
  /**
   * Decodes an account's call; undefined if the call is none of the known kinds, or isn't encoded canonically.
   * @throws `swap/mismatch` for a swap whose contract or parts can't be proven. The error names the part.
   */
  read(call: Transaction<N>, account: CaipAddress<N>): Promise<DecodedCall | undefined>
  /** Reads Permit2's grant to a spender, and builds the call that sets the grant. Absent if the family's swaps don't use Permit2. */
  readonly permit2?: {
    grant(
      network: CaipNetworkId<N>,
      permit2: string,
      owner: string,
      token: string,
      spender: string,
      opts?: CallOptions,
    ): Promise<Permit2Grant>
    approve(permit2: string, token: string, spender: string, grant: Permit2Grant): Promise<Transaction<N>>
  }
  /** The maximum fee of a call. @throws `node/execution-reverted` if the call would revert. */
  fee(
    account: CaipAddress<N>,
    call: Transaction<N>,
    opts?: CallOptions,
  ): Promise<Pick<FeeEstimate<N>, 'total' | 'detail'>>
  /**
   * Simulates the calls of an account. `token` is the asset whose gain is measured; by default the native coin, without counting the calls' fees.
   * Undefined if no node supports simulations.
   * @throws `node/execution-reverted` if a call would revert.
   */
  simulate(
    account: CaipAddress<N>,
    calls: readonly Transaction<N>[],
    token: string | undefined,
    opts?: CallOptions,
  ): Promise<Simulation | undefined>
}
