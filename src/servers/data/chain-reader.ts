import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { Direction, Status } from './wire.ts'

/** A native coin or a token. */
export interface Asset {
  /** The token's address as its chain family writes it; undefined for the native coin. */
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

/** A transaction from one account's point of view. */
export interface Activity {
  readonly hash: string
  readonly operation: string
  /** In seconds since the epoch. */
  readonly seconds: number
  /** The block or slot, and the transaction's place in it. The block of a pending transaction is Infinity. */
  readonly block: number
  readonly place: number
  readonly from: string
  readonly to: string
  readonly status: Status
  readonly nonce: number
  /** The transferred amounts; for a transaction that isn't confirmed, the intended ones. */
  readonly movements: readonly Movement[]
}

/** The position of a settled transaction in the history of its chain. */
export type Position = Pick<Activity, 'seconds' | 'block' | 'place'>

/** The part of a history that a page needs. */
export interface HistoryPart {
  /** Only transactions before this position. Default: from the newest. */
  readonly before?: Position | undefined
  /** The most settled transactions. Default: all. */
  readonly most?: number | undefined
}

/** Reads one chain for the data service. Caches only data that it can read again from the chain. */
export interface ChainReader {
  readonly chain: CaipNetworkId
  /** Returns the normalized address; undefined if the text is not an address of this family. */
  addressOf(text: string): string | undefined
  /**
   * The native coin first, then tokens with a balance.
   * @param spend Called with the number of tokens before the node is asked about each of them. `spend` throws if the client exceeds its limit.
   */
  holdings(
    address: string,
    signal?: AbortSignal,
    spend?: (tokens: number) => void,
  ): Promise<readonly Holding[]>
  /**
   * The newest transactions of the part, in any order, and the pending ones. A reader that has the whole history anyway may return more than the
   * part.
   */
  activity(address: string, signal?: AbortSignal, part?: HistoryPart): Promise<readonly Activity[]>
  /** Whether the chain is read up to its newest blocks. Absent: always. */
  isReady?(): Promise<boolean>
}
