import { useEffect, useState } from 'react'
import type { SmartSession } from '../../../controllers/features/smart-sessions/smart-sessions.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { sessionWords } from '../../language/english/smart-sessions.ts'
import { useLanguage } from '../../language/use-language.ts'
import { RevokeSession } from '../../parts/account/revoke-session.tsx'
import { SessionTerms, timeText, useSessionNetwork } from '../../parts/account/session-terms.tsx'
import { useSessionWallet } from '../../parts/account/use-session-wallet.ts'
import { Icon } from '../../parts/icon.tsx'
import { capital } from '../../parts/names.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { WaitingRows } from '../../parts/waiting-rows.tsx'
import { useRuntime } from '../../runtime.ts'
import css from './smart-session-list.css?inline'

type Status = SmartSession['status']
const statuses = ['active', 'expired', 'revoked'] as const satisfies readonly Status[]
const none = { active: 'noActive', expired: 'noExpired', revoked: 'noRevoked' } as const

/** Shows the account's smart sessions: active, expired and revoked (S3.9.4). */
export function SmartSessionListView() {
  useStyles(css)
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const { smartSessions } = latchkey
  const { caipAddress } = useController(latchkey.account).eip155
  const { sessions, supported, loading, error } = useController(smartSessions)
  const [tab, setTab] = useState<Status>('active')
  const list = () => void smartSessions.list().catch(() => {})
  useEffect(() => {
    // The controller's state contains the error.
    if (caipAddress) smartSessions.list().catch(() => {})
  }, [smartSessions, caipAddress])
  const shown = sessions.filter(({ status }) => status === tab)
  const failed = error?.code === 'permissions/list-failed' && !loading
  const wallet = useSessionWallet()
  const tabs = statuses.map((id) => ({ id, label: say(sessionWords, id) }))
  return (
    <>
      <Tabs label={say(sessionWords, 'label')} tabs={tabs} selected={tab} onSelect={setTab} />
      <div id="lk-panel" role="tabpanel">
        {shown.length > 0 ? (
          <ul className="sessions">
            {shown.map((session) => (
              <Session key={session.id} session={session} />
            ))}
          </ul>
        ) : loading ? (
          <WaitingRows count={2} label={say(sessionWords, 'loading')} />
        ) : failed ? null : (
          <div className="center" role="status" data-testid="no-sessions">
            <span className="badge">
              <Icon name="clock" size={26} />
            </span>
            <h2>{say(sessionWords, none[tab])}</h2>
            {tab === 'active' && (
              <p className="quiet">
                {supported === false
                  ? capital(language, say(sessionWords, 'unsupported', { wallet }))
                  : say(sessionWords, 'advice')}
              </p>
            )}
          </div>
        )}
      </div>
      {failed && (
        <div className="center" role="alert">
          <p className="quiet">{say(sessionWords, 'failed')}</p>
          <button type="button" className="secondary" data-testid="sessions-again" onClick={list}>
            <Icon name="retry" size={18} />
            {say(sessionWords, 'tryAgain')}
          </button>
        </div>
      )}
    </>
  )
}

function Session({ session }: { readonly session: SmartSession }) {
  const language = useLanguage()
  const { say } = language
  const { id, status, grantedAt, expiresAt, revokedAt, here } = session
  const network = useSessionNetwork(session)
  const when = {
    active: () => grantedAt && say(sessionWords, 'granted', { time: timeText(language, grantedAt) }),
    expired: () => say(sessionWords, 'over', { time: timeText(language, expiresAt) }),
    revoked: () => say(sessionWords, 'ended', { time: timeText(language, revokedAt ?? expiresAt) }),
  }[status]()
  return (
    <li className="session" data-testid={`session-${status}`}>
      <div className="when">
        <h2>
          <bdi>{network}</bdi>
        </h2>
        {when && <span className="note">{when}</span>}
        {!here && <span className="note">{say(sessionWords, 'elsewhere')}</span>}
      </div>
      <SessionTerms session={session} networkAbove />
      {status === 'active' && <RevokeSession id={id} />}
    </li>
  )
}
