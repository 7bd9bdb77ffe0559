import type { CaipAssetId, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'

/** A transaction in a block. */
export interface Receipt {
  readonly succeeded: boolean
  readonly block: bigint
  /** The whole network fee that the sender paid, in the native coin's smallest unit. */
  readonly fee: bigint
  /** The rent that the sender paid for new accounts. It isn't part of the fee or the amount. */
  readonly deposit?: bigint | undefined
  /** The senders. On bip122, these are the owners of the spent coins. */
  readonly from: readonly string[]
  /**
   * The recipients: accounts that the transaction names, or that received something. On eip155, the recipient is the called
   * account or the new contract. Empty for a polkadot call that transfers nothing, and for a cosmos message that isn't a bank
   * transfer.
   */
  readonly to: readonly string[]
}

/** A balance before and after one transaction, or before and after the block that contains it (see `change`). */
export interface BalanceChange {
  readonly before: bigint
  readonly after: bigint
}

/**
 * Reads a network from its node. The reader decodes answers itself and shares no code with the adapters. So tests can compare
 * an adapter's answer with an independent answer.
 */
export interface ChainReader {
  /** Returns the network that the node serves. */
  network(): Promise<CaipNetworkId>
  balance(address: string, asset?: CaipAssetId): Promise<bigint>
  decimals(asset: CaipAssetId): Promise<number>
  /** Returns the transaction's receipt. Returns undefined until a block contains the transaction. */
  find(sent: SentTransaction): Promise<Receipt | undefined>
  /** Waits until a block contains the transaction, and returns the receipt. */
  receipt(sent: SentTransaction): Promise<Receipt>
  /**
   * Returns the balance before and after the transaction. If the family's nodes report balances only by block, returns the
   * balance before and after the block. The block's other transactions then also change the balance.
   */
  change(
    sent: SentTransaction,
    receipt: Receipt,
    address: string,
    asset?: CaipAssetId,
  ): Promise<BalanceChange>
}

export type ReadNetwork = Pick<ChainNetwork, 'caipNetworkId' | 'rpcUrls' | 'cosmos' | 'ss58Prefix'>
/** The methods of one family's reader. `receipt` isn't among them, because it is the same for all families. */
export type FamilyReader = Omit<ChainReader, 'receipt'>
