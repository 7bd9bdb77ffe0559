import type { PastTransaction } from '../core/wallet/past-transaction.ts'

/** The status that a service's word means. `unknown` for other words: only a word for success confirms a payment. */
export function pastStatus(word: string): PastTransaction['status'] {
  if (/fail/i.test(word)) return 'failed'
  if (/pending|progress/i.test(word)) return 'pending'
  return /(?:^|_)(?:confirmed|finalized|success|succeeded|completed?)$/i.test(word) ? 'confirmed' : 'unknown'
}
