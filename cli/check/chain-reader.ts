import type { CaipAssetId, CaipNetworkId, Sent } from 'latchkey'

/** A transaction that the chain took, as far as a check needs it. */
export interface Receipt {
  readonly succeeded: boolean
  readonly block: bigint
  /** All that the sender paid for it, in the native coin's smallest unit. */
  readonly fee: bigint
  /** What the sender put into accounts that the transaction made: no fee, and nothing that a receiver gets. */
  readonly deposit?: bigint | undefined
}

/** What an address had before and after a transaction: nothing else that happens to it is part of that. */
export interface Change {
  readonly before: bigint
  readonly after: bigint
}

/** The chain as its node tells it, asked by the check itself, past the library and what it does to answers. */
export interface ChainReader {
  /** Which chain the node serves. */
  network(): Promise<CaipNetworkId>
  balance(address: string, asset?: CaipAssetId): Promise<bigint>
  decimals(asset: CaipAssetId): Promise<number>
  /** Waits until the transaction is in a block. */
  receipt(sent: Sent): Promise<Receipt>
  /** What the block, or the transaction, of a receipt did to an address. */
  change(sent: Sent, receipt: Receipt, address: string, asset?: CaipAssetId): Promise<Change>
}
