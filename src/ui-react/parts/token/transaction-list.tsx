import { useMemo } from 'react'
import type { TransactionsByYear } from '../../../controllers/features/activity/activity.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { dayIn } from '../../language/day.ts'
import type { Language } from '../../language/language.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Windowed } from '../windowed.tsx'
import css from './transaction-list.css?inline'
import { TransactionRows } from './transaction-row.tsx'

interface TransactionListProps {
  readonly byYear: TransactionsByYear
  /** The name of the provider, if all transactions are purchases from one provider. */
  readonly seller?: string
}

/** Shows the transactions by day, newest first. */
export function TransactionList({ byYear, seller }: TransactionListProps) {
  useStyles(css)
  const language = useLanguage()
  const rows = useMemo(() => rowsOf(byYear, language), [byYear, language])
  return (
    <Windowed
      items={rows}
      draw={(row) =>
        typeof row === 'string' ? (
          <h2 key={row} className="day">
            {row}
          </h2>
        ) : (
          <TransactionRows key={row.id} transaction={row} underItsDay seller={seller} />
        )
      }
    />
  )
}

/** Returns the rows: for each day, its name and then its transactions. */
function rowsOf(byYear: TransactionsByYear, language: Language): readonly (string | PastTransaction)[] {
  const now = Date.now()
  const newest = (of: object) =>
    Object.keys(of)
      .map(Number)
      .sort((a, b) => b - a)
  const rows: (string | PastTransaction)[] = []
  let last: number | undefined
  for (const year of newest(byYear))
    for (const month of newest(byYear[year] ?? {}))
      for (const transaction of byYear[year]?.[month] ?? []) {
        const day = new Date(transaction.at).setHours(0, 0, 0, 0)
        if (day !== last) rows.push(dayIn(language, day, now))
        rows.push(transaction)
        last = day
      }
  return rows
}
