import { useState } from 'react'
import { ErrorNote } from '../parts/error-note.tsx'
import { errorWords } from '../parts/error-words.ts'
import { Icon } from '../parts/icon.tsx'
import { clip } from '../parts/row.tsx'
import { WalletIcon } from '../parts/wallet-icon.tsx'
import { useRuntime } from '../runtime.ts'
import { useAttempt } from '../use-attempt.ts'

/** Asks an installed wallet, and waits for the visitor with them. */
export function ConnectingExternalView() {
  const { latchkey } = useRuntime()
  // As it was chosen: going back clears the router's data while the view is still seen.
  const [{ connector, wallet }] = useState(() => latchkey.router.state.data ?? {})
  const { filterByNamespace } = latchkey.connector.state
  const attempt = useAttempt((signal) =>
    latchkey.connect(
      {
        connectorId: connector?.id ?? '',
        namespaces:
          filterByNamespace && connector?.chains.includes(filterByNamespace)
            ? [filterByNamespace]
            : undefined,
      },
      { signal },
    ),
  )
  const name = clip(connector?.name ?? wallet?.name ?? 'your wallet')
  const failed = attempt.phase === 'failed'
  const words = failed ? errorWords(attempt.error, name) : undefined
  return (
    <div className="center" data-phase={attempt.phase}>
      <div className={failed ? 'ring' : 'ring on'}>
        <WalletIcon name={name} src={connector?.imageUrl} size={80} />
        {failed && (
          <span className="spot">
            <Icon name="close" size={16} />
          </span>
        )}
      </div>
      <div role="status">
        <h2>{words ? words.title : `Open ${name} and approve`}</h2>
        <p className="quiet">{words ? words.advice : 'Confirm the connection in the wallet.'}</p>
      </div>
      {failed && (
        <div className="actions">
          <button type="button" className="primary" data-testid="try-again" onClick={attempt.retry}>
            <Icon name="retry" size={18} />
            Try again
          </button>
          <button type="button" className="secondary" onClick={() => latchkey.modal.goBack()}>
            Use another wallet
          </button>
        </div>
      )}
      {words && <ErrorNote words={words} />}
    </div>
  )
}
