import { useCallback, useEffect, useRef } from 'react'
import { useController } from '../../hooks/use-controller.ts'
import { buyWords } from '../../language/english/buy.ts'
import { purchasesWords } from '../../language/english/buying.ts'
import { holdingsWords } from '../../language/english/holdings.ts'
import { useLanguage } from '../../language/use-language.ts'
import { startBuying } from '../../parts/buy/start-buying.ts'
import { Icon } from '../../parts/icon.tsx'
import { TransactionList } from '../../parts/token/transaction-list.tsx'
import { WaitingRows } from '../../parts/waiting-rows.tsx'
import { useRuntime } from '../../runtime.ts'

/** Shows the account's purchases through Coinbase, with their status (S3.9.4). */
export function OnRampActivityView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { activeNamespace } = useController(latchkey.network)
  const { caipAddress } = useController(latchkey.account)[activeNamespace]
  const { purchases, purchasesByYear, purchasesLoading, purchasesError } = useController(latchkey.onramp)
  const looking = useRef(new AbortController())
  const look = useCallback(() => {
    looking.current.abort()
    looking.current = new AbortController()
    const { signal } = looking.current
    // The controller's state contains the error.
    if (caipAddress) latchkey.onramp.followPurchases({ signal }).catch(() => {})
  }, [latchkey, caipAddress])
  useEffect(() => {
    look()
    return () => looking.current.abort()
  }, [look])
  const none = purchases.length === 0
  return (
    <>
      {purchases.some(({ status }) => status === 'pending') && (
        <p className="quiet" role="status" style={{ textAlign: 'center' }}>
          {say(purchasesWords, 'inProgress')}
        </p>
      )}
      <TransactionList byYear={purchasesByYear} seller="Coinbase" />
      {none && purchasesLoading && <WaitingRows count={3} label={say(holdingsWords, 'loading')} />}
      {purchasesError && !purchasesLoading && (
        <div className="center" role="alert">
          <p className="quiet">{say(holdingsWords, 'activityFailed')}</p>
          <button type="button" className="secondary" data-testid="try-again" onClick={look}>
            <Icon name="retry" size={18} />
            {say(holdingsWords, 'tryAgain')}
          </button>
        </div>
      )}
      {none && !purchasesLoading && !purchasesError && (
        <div className="center" role="status">
          <span className="badge">
            <Icon name="card" size={28} />
          </span>
          <h2>{say(purchasesWords, 'none')}</h2>
          <p className="quiet">{say(purchasesWords, 'noneAdvice')}</p>
          <div className="actions">
            <button
              type="button"
              className="primary"
              data-testid="buy-crypto"
              onClick={() => startBuying(latchkey)}
            >
              {say(buyWords, 'buy')}
            </button>
          </div>
        </div>
      )}
    </>
  )
}
