import type { HistoryPart } from '../chain-reader.ts'
import type { SettledTransaction } from './mined-transaction.ts'

/** The maximum number of tokens per account. Each balance needs a node call, and anyone can send an account any number of worthless tokens. */
export const mostTokens = 500

/** An index of a chain's transactions by the accounts involved. Accounts are addresses in lower case. */
export interface TransactionIndex {
  /** Returns the newest transactions of `part`, newest first. @throws NodeFailure */
  newest(account: string, part?: HistoryPart): Promise<readonly SettledTransaction[]>
  /**
   * Returns the tokens that the account received or sent, at most `mostTokens`. If there are more, the result has the newest tokens of the account.
   * @throws NodeFailure
   */
  tokensOf(account: string): Promise<readonly string[]>
  /** Returns whether the index has the newest blocks. If absent, each query reads the missing blocks first. */
  isReady?(): Promise<boolean>
}
