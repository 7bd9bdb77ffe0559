import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { sessionWords } from '../../language/english/smart-sessions.ts'
import { useLanguage } from '../../language/use-language.ts'
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
  return (
    <>
      <div className="center">
        <span className="badge">
          <Icon name="check" size={28} />
        </span>
        <h2>{say(sessionWords, 'created')}</h2>
        {session && (
          <p className="quiet">
            {say(sessionWords, 'createdAdvice', { time: timeText(language, session.expiresAt) })}
          </p>
        )}
      </div>
      {session && <SessionTerms session={session} />}
      {changed && (
        <p className="changed" role="note" data-testid={`granted-${changed}`}>
          <Icon name="alert" size={18} />
          <span>{say(sessionWords, changed)}</span>
        </p>
      )}
      <div className="actions">
        <button
          type="button"
          className="primary"
          data-testid="session-done"
          onClick={() => latchkey.router.reset('Account')}
        >
          {say(sessionWords, 'done')}
        </button>
        <button
          type="button"
          className="secondary"
          data-testid="session-manage"
          onClick={() => {
            latchkey.router.reset('Account')
            latchkey.router.push('SmartSessionList')
          }}
        >
          {say(sessionWords, 'manage')}
        </button>
      </div>
    </>
  )
}
