import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { Direction, Status } from './wire.ts'

/** A native coin or a token. */
export interface Asset {
  /** The token's address in the format of its family; undefined for the native coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** An amount of an asset, in its smallest unit. */
export interface Holding {
  readonly asset: Asset
  readonly amount: bigint
}

export interface Movement extends Holding {
  readonly direction: Direction
}

export interface Activity {
  readonly hash: string
  readonly operation: string
  readonly seconds: number
  /** The block or slot, and the transaction's place in the block. A pending transaction has the block Infinity. */
  readonly block: number
  readonly place: number
  readonly from: string
  readonly to: string
  readonly status: Status
  readonly nonce: number
  /**
   * The amounts that the transaction transfers, even if it is pending. For a failed transaction of eip155 or solana, the amounts
   * that it would have transferred. For other failed transactions, empty.
   */
  readonly movements: readonly Movement[]
}

export type Position = Pick<Activity, 'seconds' | 'block' | 'place'>

export interface HistoryPart {
  /** If set, only transactions before this position. Default: from the newest transaction. */
  readonly before?: Position | undefined
  /** The maximum number of settled transactions, which are in a block. Default: all. */
  readonly most?: number | undefined
}

/** Reads one chain for the data service. */
export interface ChainReader {
  readonly chain: CaipNetworkId
  /** Returns the normalized address; undefined if the text is not an address of this family. */
  addressOf(text: string): string | undefined
  /**
   * Returns the native coin, then tokens with a balance.
   * @param spend Called with the approximate number of node calls that the account's tokens need, before these calls are made.
   * `spend` throws if the client exceeds its limit.
   */
  holdings(
    address: string,
    signal?: AbortSignal,
    spend?: (tokens: number) => void,
  ): Promise<readonly Holding[]>
  /**
   * Returns the newest settled transactions that `part` selects, and without `part.before` also the pending transactions. The
   * order is arbitrary. Can return more transactions than `part` selects.
   * @param spend Called before node calls whose number depends on the account, with that number. `spend` throws if the client
   * exceeds its limit.
   */
  activity(
    address: string,
    signal?: AbortSignal,
    part?: HistoryPart,
    spend?: (calls: number) => void,
  ): Promise<readonly Activity[]>
  /** Returns whether the reader has read the chain up to its newest blocks. If absent, the reader is always ready. */
  isReady?(): Promise<boolean>
}
