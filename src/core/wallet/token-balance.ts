import type { CaipAssetId, CaipNetworkId } from '../chain/caip.ts'
import type { Amount } from './transaction.ts'

/** What an account holds of one asset. Specification 1, section 3, "Token balance". */
export interface TokenBalance {
  readonly name: string
  readonly network: CaipNetworkId
  /** Absent: the network's own coin. */
  readonly asset?: CaipAssetId | undefined
  /** Of the contract or the mint, as its family spells it. */
  readonly address?: string | undefined
  /** Exact, in the smallest unit. */
  readonly amount: Amount
  /** In US dollars for one, where it is known. To be shown, never to be counted with. */
  readonly price?: number | undefined
  /** In US dollars for all of it, where the price is known. To be shown, never to be counted with. */
  readonly value?: number | undefined
  /** An `https` URL. */
  readonly iconUrl?: string | undefined
}

/** What somebody says that an account holds, before the addresses in it are judged. */
export interface ReportedBalance {
  readonly name: string
  readonly symbol: string
  /** Absent: the network's own coin. */
  readonly address?: string | undefined
  readonly decimals: number
  /** In the smallest unit. */
  readonly value: bigint
  readonly price?: number | undefined
  readonly iconUrl?: string | undefined
}
