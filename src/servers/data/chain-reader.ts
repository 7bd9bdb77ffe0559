import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { Direction, Status } from './wire.ts'

/** What is counted: the native coin of a chain, or a token on it. */
export interface Asset {
  /** Of the token, as its family spells it; undefined for the native coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** So much of an asset, in its smallest unit. */
export interface Holding {
  readonly asset: Asset
  readonly amount: bigint
}

export interface Movement extends Holding {
  readonly direction: Direction
}

/** A transaction as one account sees it. */
export interface Activity {
  readonly hash: string
  readonly operation: string
  /** Unix time in seconds. */
  readonly seconds: number
  /** Where it stands on the chain: block or slot, and the place in it. Of one that waits the block is infinite. */
  readonly block: number
  readonly place: number
  readonly from: string
  readonly to: string
  readonly status: Status
  readonly nonce: number
  /** What was moved; of one that failed or waits, what it was to move. */
  readonly movements: readonly Movement[]
}

/** Reads one chain for the data service. It keeps nothing that the chain could not tell it again. */
export interface ChainReader {
  readonly chain: CaipNetworkId
  /** The address in the one spelling by which it is looked up; undefined for what is none of this family. */
  addressOf(text: string): string | undefined
  /** The native coin first, then the tokens of which there is something. */
  holdings(address: string, signal?: AbortSignal): Promise<readonly Holding[]>
  /** In any order. */
  activity(address: string, signal?: AbortSignal): Promise<readonly Activity[]>
}
