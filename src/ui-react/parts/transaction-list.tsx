import type { TransactionsByYear } from '../../controllers/features/activity/activity.ts'
import { useLanguage } from '../language/use-language.ts'
import { useStyles } from '../use-styles.ts'
import { TransactionRows } from './transaction-row.tsx'

const listCss = `
.month{margin:0 4px 8px;font-weight:600;font-size:calc(var(--f)*1.3);color:var(--n7)}.months{display:grid;grid-template-columns:minmax(0,1fr);gap:16px}
`

/** Transactions by month, newest first; months of this year are shown without the year (S3.9.4). */
export function TransactionList({ byYear }: { readonly byYear: TransactionsByYear }) {
  useStyles(listCss)
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
