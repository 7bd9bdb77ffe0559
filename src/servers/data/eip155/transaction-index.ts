import type { HistoryPart } from '../chain-reader.ts'
import type { SettledTransaction } from './mined-transaction.ts'

/** The most tokens of one account. Anyone can send an account any number of worthless tokens, and a balance needs a node call for each. */
export const mostTokens = 500

/** An index of a chain's transactions by the accounts involved. Accounts are addresses in lower case. */
export interface TransactionIndex {
  /** The newest transactions of the part, newest first. @throws NodeFailure */
  newest(account: string, part?: HistoryPart): Promise<readonly SettledTransaction[]>
  /** The tokens that the account ever received or sent, at most the `mostTokens` that were new to it last. @throws NodeFailure */
  tokensOf(account: string): Promise<readonly string[]>
  /** Whether the index is complete up to the newest blocks. Absent: a query reads the missing blocks first. */
  isReady?(): Promise<boolean>
}
