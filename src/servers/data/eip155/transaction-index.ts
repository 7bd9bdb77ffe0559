import type { HistoryPart } from '../chain-reader.ts'
import type { SettledTransaction } from './mined-transaction.ts'

/** An index of a chain's transactions by the accounts involved. Accounts are addresses in lower case. */
export interface TransactionIndex {
  /** The newest transactions of the part, newest first. @throws NodeFailure */
  newest(account: string, part?: HistoryPart): Promise<readonly SettledTransaction[]>
  /** The tokens that the account ever received or sent. @throws NodeFailure */
  tokensOf(account: string): Promise<readonly string[]>
  /** Whether the index is complete up to the newest blocks. Absent: a query reads the missing blocks first. */
  isReady?(): Promise<boolean>
}
