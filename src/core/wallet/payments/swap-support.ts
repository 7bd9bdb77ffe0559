import type { CallOptions } from '../../../ports.ts'
import type { CaipAddress, CaipNetworkId } from '../../chain/caip.ts'
import type { ChainNamespace } from '../../chain/namespace.ts'
import type { Transaction } from '../family.ts'
import type { FeeEstimate } from '../transaction.ts'
import type { SolanaSwapCall, SwapNamespace, SwapRequest } from './swap-provider.ts'

/** A decoded swap: the values that the called contract or program enforces. Addresses are in the family's canonical form. */
export interface DecodedSwap {
  readonly kind: 'swap'
  /** The called contract. */
  readonly router: string
  /** The tokens along the route, including the first and the last token. The native coin appears as its wrapped token. */
  readonly path: readonly string[]
  /** The total number of pools of all routes. Default: the number of pools of `path`. */
  readonly pools?: number | undefined
  /** Whether the first token is the native coin (`fromCoin`), and whether the last token is (`toCoin`). */
  readonly fromCoin: boolean
  readonly toCoin: boolean
  /** In the smallest unit of the first token. */
  readonly amount: bigint
  /**
   * The minimum amount that the contract pays, in the smallest unit of the last token. The token itself may withhold a part of
   * this amount as its transfer fee.
   */
  readonly minimum: bigint
  readonly receiver: string
  /** The deadline of the call, as Unix time in seconds. Undefined if the call has no deadline. */
  readonly deadline: bigint | undefined
  /** The bridge that takes the tokens to the network of the last token. Absent if the swap stays on one network. */
  readonly bridge?: DecodedBridge | undefined
  /** The Permit2 contract through which the router takes the tokens. Absent if the router takes the tokens itself. */
  readonly permit2?: string | undefined
}

/** The bridge of a decoded swap. It either pays the minimum on the other network, or returns the tokens on the first network. */
export interface DecodedBridge {
  /** The bridge's name, for display. */
  readonly name: string
  /** The network on which the receiver gets the last token. */
  readonly network: CaipNetworkId
  /** The token that the bridge takes. If the bridge can't pay, it returns this token. */
  readonly token: string
  /** Whether `token` represents the native coin of the first network. */
  readonly isWrapped: boolean
  /** The minimum amount that the bridge takes, in the smallest unit of `token`. */
  readonly amount: bigint
  /** The account that gets the token back. */
  readonly refundTo: string
  /** When the bridge stops trying to pay and returns the token instead, as Unix time in seconds. */
  readonly refundAfter: bigint
}

/** The amount of a token that a contract may take through Permit2, and the time limit: https://github.com/Uniswap/permit2 */
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
      readonly token: string
      readonly spender: string
      /** In the token's smallest unit. */
      readonly amount: bigint
    }
  | DecodedSwap

/** The simulated result of calls that are executed one after the other in the next block. */
export interface Simulation {
  /** The change of the account's balance, in the asset's smallest unit. */
  readonly balanceChange: bigint
}

/** The operations on a family's networks that swaps need: allowances, decoding of calls, and fees. */
export interface SwapSupport<N extends ChainNamespace = ChainNamespace> {
  /**
   * Reads from the network how much of the owner's token the spender may take. This function and `approve` are absent if the
   * family's tokens need no approval.
   */
  allowance?(
    network: CaipNetworkId<N>,
    token: string,
    owner: string,
    spender: string,
    opts?: CallOptions,
  ): Promise<bigint>
  /** Builds the call that sets a token's allowance. */
  approve?(token: string, spender: string, amount: bigint): Promise<Transaction<N>>
  /**
   * Compiles instructions into the transaction to decode, simulate and sign. Absent if the family's providers build calls instead
   * of instructions. With `draft`, compiles without a simulation and without a blockhash. A draft serves only to check the
   * decoded instructions before a node simulates them.
   */
  compile?(
    account: CaipAddress<N>,
    call: SolanaSwapCall,
    opts?: CallOptions & { readonly draft?: boolean | undefined },
  ): Promise<Transaction<N>>
  /**
   * How much of the native coin stays in the account for fees and deposits when the whole balance is swapped, in the smallest
   * unit. Default: computed from the gas price.
   */
  readonly reserve?: bigint | undefined
  /**
   * Decodes an account's call. Returns undefined if the kind of the call is unknown, or if the call isn't encoded canonically.
   * @param pair The requested tokens. Needed because some calls on solana contain a token account, but not the token account's
   * mint.
   * @throws `swap/mismatch` if Latchkey can't verify the contract or a part of the swap. The error names the contract or the
   * part.
   */
  read(
    call: Transaction<N>,
    account: CaipAddress<N>,
    pair?: Pick<SwapRequest<SwapNamespace>, 'from' | 'to'>,
  ): Promise<DecodedCall | undefined>
  /**
   * Reads the amount that a spender may take through Permit2, and builds the call that sets this amount. Absent if the family's
   * swaps don't use Permit2.
   */
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
  /** Returns the maximum fee of a call. @throws `node/execution-reverted` if the call would revert. */
  fee(
    account: CaipAddress<N>,
    call: Transaction<N>,
    opts?: CallOptions,
  ): Promise<Pick<FeeEstimate<N>, 'total' | 'detail'>>
  /**
   * Simulates the calls of an account. `token` is the asset whose balance change is returned. Default: the native coin, without
   * the fees of the calls. Resolves with undefined if no node supports simulations.
   * @throws `node/execution-reverted` if a call would revert.
   */
  simulate(
    account: CaipAddress<N>,
    calls: readonly Transaction<N>[],
    token: string | undefined,
    opts?: CallOptions,
  ): Promise<Simulation | undefined>
}
