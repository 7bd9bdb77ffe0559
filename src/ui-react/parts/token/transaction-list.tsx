import type { TransactionsByYear } from '../../../controllers/features/activity/activity.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { useLanguage } from '../../language/use-language.ts'
import css from './transaction-list.css?inline'
import { TransactionRows } from './transaction-row.tsx'

/** Transactions by month, newest first; months of this year are shown without the year (S3.9.4). */
export function TransactionList({ byYear }: { readonly byYear: TransactionsByYear }) {
  useStyles(css)
  const { tag } = useLanguage()
  const thisYear = new Date().getFullYear()
  const newest = (of: object) =>
    Object.keys(of)
      .map(Number)
      .sort((a, b) => b - a)
  return (
    <div className="months">
      {newest(byYear).flatMap((year) =>
        newest(byYear[year] ?? {}).map((month) => (
          <section key={`${year}-${month}`}>
            <h2 className="month">
              {new Intl.DateTimeFormat(tag, {
                month: 'long',
                ...(year !== thisYear && { year: 'numeric' }),
              }).format(new Date(year, month))}
            </h2>
            <div className="list">
              {byYear[year]?.[month]?.map((transaction) => (
                <TransactionRows key={transaction.id} transaction={transaction} />
              ))}
            </div>
          </section>
        )),
      )}
    </div>
  )
}
