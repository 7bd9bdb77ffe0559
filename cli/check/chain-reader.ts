import type { CaipAssetId, CaipNetworkId, Sent } from 'latchkey'

/** A transaction that a block contains, with what a check needs. */
export interface Receipt {
  readonly succeeded: boolean
  readonly block: bigint
  /** The whole network fee that the sender paid, in the native coin's smallest unit. */
  readonly fee: bigint
  /** Rent that the sender paid into accounts created by the transaction. Not part of the fee or the amount. */
  readonly deposit?: bigint | undefined
}

/** A balance before and after one transaction, without the effect of other transactions. */
export interface Change {
  readonly before: bigint
  readonly after: bigint
}

/** Reads the chain directly from its node, bypassing the library under test. */
export interface ChainReader {
  /** The network that the node serves. */
  network(): Promise<CaipNetworkId>
  balance(address: string, asset?: CaipAssetId): Promise<bigint>
  decimals(asset: CaipAssetId): Promise<number>
  /** Waits until a block contains the transaction. */
  receipt(sent: Sent): Promise<Receipt>
  /** The effect of the receipt's block, or of the transaction itself, on a balance. */
  change(sent: Sent, receipt: Receipt, address: string, asset?: CaipAssetId): Promise<Change>
}
