import type { TransactionsByYear } from '../../../controllers/features/activity/activity.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { dayIn } from '../../language/day.ts'
import { useLanguage } from '../../language/use-language.ts'
import css from './transaction-list.css?inline'
import { TransactionRows } from './transaction-row.tsx'

/** Transactions by day, newest first. */
export function TransactionList({ byYear }: { readonly byYear: TransactionsByYear }) {
  useStyles(css)
  const { tag } = useLanguage()
  const now = Date.now()
  return (
    <div className="days">
      {[...byDay(byYear)].map(([day, transactions]) => (
        <section key={day}>
          <h2 className="day">{dayIn(tag, day, now)}</h2>
          <div className="list">
            {transactions.map((transaction) => (
              <TransactionRows key={transaction.id} transaction={transaction} underItsDay />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

/** By the start of the visitor's day, in ms. */
function byDay(byYear: TransactionsByYear): ReadonlyMap<number, readonly PastTransaction[]> {
  const newest = (of: object) =>
    Object.keys(of)
      .map(Number)
      .sort((a, b) => b - a)
  const days = new Map<number, PastTransaction[]>()
  for (const year of newest(byYear))
    for (const month of newest(byYear[year] ?? {}))
      for (const transaction of byYear[year]?.[month] ?? []) {
        const day = new Date(transaction.at).setHours(0, 0, 0, 0)
        days.set(day, [...(days.get(day) ?? []), transaction])
      }
  return days
}
