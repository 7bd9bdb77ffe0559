import type { PastTransaction } from '../core/wallet/past-transaction.ts'

/**
 * Converts a service's word to a status. Returns `unknown` for an unknown word, because only a word for success may confirm a
 * payment.
 */
export function pastStatus(word: string): PastTransaction['status'] {
  if (/fail/i.test(word)) return 'failed'
  if (/pending|progress/i.test(word)) return 'pending'
  return /(?:^|_)(?:confirmed|finalized|success|succeeded|completed?)$/i.test(word) ? 'confirmed' : 'unknown'
}
