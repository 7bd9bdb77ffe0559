import type { CaipAssetId, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'

/** A transaction that a block contains. */
export interface Receipt {
  readonly succeeded: boolean
  readonly block: bigint
  /** The whole network fee that the sender paid, in the native coin's smallest unit. */
  readonly fee: bigint
  /** Rent that the sender paid into accounts created by the transaction. Not part of the fee or the amount. */
  readonly deposit?: bigint | undefined
  /** The accounts that sent it. On bip122: the owners of the spent coins. */
  readonly from: readonly string[]
  /**
   * The accounts that it names as recipients, or that received something: on eip155, the called account or the new contract. Empty for a
   * polkadot call that transfers nothing, and for a cosmos message that isn't a bank transfer.
   */
  readonly to: readonly string[]
}

/** A balance before and after one transaction, or before and after the block that contains it (see `change`). */
export interface BalanceChange {
  readonly before: bigint
  readonly after: bigint
}

/**
 * Reads a network directly from its node. The reader decodes answers by hand and shares no code with the adapters, so that
 * tests can compare an adapter with an independent answer.
 */
export interface ChainReader {
  /** Returns the network that the node serves. */
  network(): Promise<CaipNetworkId>
  balance(address: string, asset?: CaipAssetId): Promise<bigint>
  decimals(asset: CaipAssetId): Promise<number>
  /** Returns the transaction's receipt, or undefined until a block contains the transaction. */
  find(sent: SentTransaction): Promise<Receipt | undefined>
  /** Waits until a block contains the transaction. */
  receipt(sent: SentTransaction): Promise<Receipt>
  /**
   * Returns the balance before and after the transaction. If the family's nodes report balances only by block, returns the
   * balance before and after the receipt's block, with the effect of its other transactions.
   */
  change(
    sent: SentTransaction,
    receipt: Receipt,
    address: string,
    asset?: CaipAssetId,
  ): Promise<BalanceChange>
}

export type ReadNetwork = Pick<ChainNetwork, 'caipNetworkId' | 'rpcUrls' | 'cosmos' | 'ss58Prefix'>
/** The methods of one family's reader. `receipt` is left out, because it is the same for all families. */
export type FamilyReader = Omit<ChainReader, 'receipt'>
