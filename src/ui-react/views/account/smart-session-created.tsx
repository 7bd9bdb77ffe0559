import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { sessionWords } from '../../language/english/smart-sessions.ts'
import { useLanguage } from '../../language/use-language.ts'
import { RevokeSession } from '../../parts/account/revoke-session.tsx'
import { SessionTerms, timeText } from '../../parts/account/session-terms.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useRuntime } from '../../runtime.ts'
import css from './smart-session-created.css?inline'

/** Shows what the wallet granted, and how it differs from the request (S3.9.4). */
export function SmartSessionCreatedView() {
  useStyles(css)
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const session = useController(latchkey.smartSessions, ({ granted }) => granted)
  const changed = session?.differences.length
    ? session.differences.some(({ wider }) => wider)
      ? 'more'
      : 'less'
    : undefined
  const manage = () => {
    latchkey.router.reset('Account')
    latchkey.router.push('SmartSessionList')
  }
  return (
    <>
      <div className="center">
        <span className="badge">
          <Icon name="check" size={28} />
        </span>
        <h2>{say(sessionWords, 'created')}</h2>
        {session && changed && (
          <div className="changed" role="note" data-testid={`granted-${changed}`}>
            <Icon name="alert" size={18} />
            <span>{say(sessionWords, changed)}</span>
            {changed === 'more' && <RevokeSession id={session.id} onRevoked={manage} />}
          </div>
        )}
        {session && (
          <p className="quiet">
            {say(sessionWords, 'createdAdvice', { time: timeText(language, session.expiresAt) })}
          </p>
        )}
      </div>
      {session && <SessionTerms session={session} />}
      <div className="actions">
        <button
          type="button"
          className="primary"
          data-testid="session-done"
          onClick={() => latchkey.router.reset('Account')}
        >
          {say(sessionWords, 'done')}
        </button>
        <button type="button" className="secondary" data-testid="session-manage" onClick={manage}>
          {say(sessionWords, 'manage')}
        </button>
      </div>
    </>
  )
}
