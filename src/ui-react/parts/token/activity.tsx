import { useController } from '../../hooks/use-controller.ts'
import { holdingsWords } from '../../language/english/holdings.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { WaitingRows } from '../waiting-rows.tsx'
import { Nothing } from './nothing.tsx'
import { preview } from './preview.ts'
import { TransactionRows } from './transaction-row.tsx'

/** Shows the account's latest transactions, below or beside its tokens (S3.9.4). */
export function Activity() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { transactions, empty, error, loading, next } = useController(latchkey.activity)
  const again = (text: string, className: 'plain' | 'secondary') => (
    <button
      type="button"
      className={className}
      data-testid="try-again"
      onClick={() => void latchkey.activity.load().catch(() => {})}
    >
      <Icon name="retry" size={16} />
      {text}
    </button>
  )
  if (error && transactions.length === 0)
    return (
      <Nothing icon="alert" title={say(holdingsWords, 'activityFailed')}>
        {again(say(holdingsWords, 'tryAgain'), 'secondary')}
      </Nothing>
    )
  // If the first pages contain only hidden transactions, show the way to the rest.
  if (transactions.length === 0 && !next)
    return empty || !loading ? (
      <Nothing
        icon="activity"
        title={say(holdingsWords, 'noActivity')}
        text={say(holdingsWords, 'noActivityAdvice')}
      />
    ) : (
      <WaitingRows count={preview} label={say(holdingsWords, 'loading')} />
    )
  return (
    <div className="list">
      {transactions.slice(0, preview).map((transaction) => (
        <TransactionRows key={transaction.id} transaction={transaction} />
      ))}
      <div className="links">
        {/* Transactions sent from this page are known without the data service. */}
        {error && again(say(holdingsWords, 'activityOld'), 'plain')}
        <button
          type="button"
          className="plain"
          data-testid="all-activity"
          onClick={() => latchkey.router.push('Transactions')}
        >
          {say(holdingsWords, 'allActivity')}
          <Icon name="forward" size={16} />
        </button>
      </div>
    </div>
  )
}
