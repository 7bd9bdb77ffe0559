import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { TransactionsByYear } from './activity.ts'

/** Sorts transactions, newest first. If two transactions have the same id, keeps the one that comes later in the list. */
export function newestFirst(transactions: readonly PastTransaction[]): readonly PastTransaction[] {
  const byId = new Map(transactions.map((each) => [each.id, each]))
  return [...byId.values()].sort((a, b) => b.at - a.at)
}

/**
 * Adds transactions to a list, newest first. They replace the transactions in the list that have the same hash, because the data
 * service and a provider give different ids to the same transaction.
 */
export function withAdded(
  listed: readonly PastTransaction[],
  added: readonly PastTransaction[],
): readonly PastTransaction[] {
  const hashes = new Set(added.map(({ hash }) => hash.toLowerCase()))
  return newestFirst([...listed.filter(({ hash }) => !hashes.has(hash.toLowerCase())), ...added])
}

/** Groups sorted transactions by year and month, and keeps their order. */
export function byYear(transactions: readonly PastTransaction[]): TransactionsByYear {
  const years: Record<number, Record<number, PastTransaction[]>> = {}
  for (const each of transactions) {
    const mined = new Date(each.at)
    const year = years[mined.getFullYear()] ?? {}
    years[mined.getFullYear()] = year
    const month = year[mined.getMonth()] ?? []
    year[mined.getMonth()] = month
    month.push(each)
  }
  return years
}
