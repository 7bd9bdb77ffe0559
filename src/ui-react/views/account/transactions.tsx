import { useEffect } from 'react'
import { useController } from '../../hooks/use-controller.ts'
import { holdingsWords } from '../../language/english/holdings.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Icon } from '../../parts/icon.tsx'
import { TransactionList } from '../../parts/token/transaction-list.tsx'
import { WaitingRows } from '../../parts/waiting-rows.tsx'
import { useRuntime } from '../../runtime.ts'

/** Shows the account's activity on this network, page by page (S3.3.10, S3.9.4). */
export function TransactionsView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { activeNamespace } = useController(latchkey.network)
  const { caipAddress } = useController(latchkey.account)[activeNamespace]
  const { byYear, empty, error, loading, next } = useController(latchkey.activity)
  useEffect(() => {
    // The controller's state contains the error.
    if (caipAddress) latchkey.activity.load().catch(() => {})
  }, [latchkey, caipAddress])
  const more = () => void latchkey.activity.loadMore().catch(() => {})
  return (
    <>
      <TransactionList byYear={byYear} />
      {loading && <WaitingRows count={7} label={say(holdingsWords, 'loading')} />}
      {error ? (
        <div className="center" role="alert">
          <p className="quiet">{say(holdingsWords, 'activityFailed')}</p>
          <button type="button" className="secondary" data-testid="try-again" onClick={more}>
            <Icon name="retry" size={18} />
            {say(holdingsWords, 'tryAgain')}
          </button>
        </div>
      ) : (
        empty &&
        !loading &&
        !next && (
          <div className="center" role="status">
            <span className="badge">
              <Icon name="activity" size={28} />
            </span>
            <h2>{say(holdingsWords, 'noTransactions')}</h2>
            <p className="quiet">{say(holdingsWords, 'noActivityAdvice')}</p>
          </div>
        )
      )}
      {/* The button stays while more loads, and gets the focus back if there is more to load. */}
      {next && (
        <button type="button" className="secondary" disabled={loading} data-testid="load-more" onClick={more}>
          {say(holdingsWords, 'more')}
        </button>
      )}
    </>
  )
}
