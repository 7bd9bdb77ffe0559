import type { CallOptions } from '../../ports.ts'
import type { CaipAddress, CaipNetworkId, Hex } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { Transaction } from './family.ts'
import type { FeeEstimate } from './transaction.ts'

/** What a call does that a swap may ask a wallet for. Addresses are in the normal form of the family. */
export type ExchangeCall =
  | {
      readonly kind: 'approve'
      /** The contract that is called. */
      readonly token: Hex
      readonly spender: Hex
      /** In the smallest unit of the token. */
      readonly amount: bigint
    }
  | {
      readonly kind: 'swap'
      /** The contract that is called. */
      readonly router: Hex
      /** The tokens on the way, first and last included; for the network's own coin, the token that stands for it. */
      readonly path: readonly Hex[]
      /** Whether the first, or the last, is the network's own coin. */
      readonly fromCoin: boolean
      readonly toCoin: boolean
      /** In the smallest unit of the first. */
      readonly amount: bigint
      /** In the smallest unit of the last. */
      readonly minimum: bigint
      readonly receiver: Hex
      /** In seconds. */
      readonly deadline: bigint
    }

/** What a node says would come of some calls, one after the other, if they were in the next block. */
export interface Rehearsal {
  /** By how much what the account holds of the asset grows, in its smallest unit. */
  readonly gained: bigint
}

/** What swaps need of a family's chains: what is allowed, what a call does, and what it costs. */
export interface Exchange<N extends ChainNamespace = ChainNamespace> {
  /** What the spender may take of the owner's token, as the chain says. */
  allowance(
    network: CaipNetworkId<N>,
    token: string,
    owner: string,
    spender: string,
    opts?: CallOptions,
  ): Promise<bigint>
  /** The call by which a token's owner allows so much. */
  approve(token: string, spender: string, amount: bigint): Promise<Transaction<N>>
  /** Undefined for a call that is none of these, and for one that is not encoded in the one way in which it can be. */
  read(call: Transaction<N>): Promise<ExchangeCall | undefined>
  /** What a call of the account costs at most. @throws `node/execution-reverted` when the chain would refuse it. */
  fee(account: CaipAddress<N>, call: Transaction<N>, opts?: CallOptions): Promise<FeeEstimate<N>>
  /**
   * Has a node carry out the calls of the account without any of it staying. `token`: of which the gain is told; absent: the
   * network's own coin, whose price for the calls is left out. Undefined where no node can.
   * @throws `node/execution-reverted` when one of them would be refused.
   */
  rehearse(
    account: CaipAddress<N>,
    calls: readonly Transaction<N>[],
    token: string | undefined,
    opts?: CallOptions,
  ): Promise<Rehearsal | undefined>
}
