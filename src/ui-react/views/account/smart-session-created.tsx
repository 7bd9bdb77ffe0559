import { useEffect, useRef } from 'react'
import { useController } from '../../hooks/use-controller.ts'
import { sessionWords } from '../../language/english/smart-sessions.ts'
import { useLanguage } from '../../language/use-language.ts'
import { RevokeSession } from '../../parts/account/revoke-session.tsx'
import { SessionTerms } from '../../parts/account/session-terms.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useRuntime } from '../../runtime.ts'

/** Shows what the wallet granted, and how it differs from the request (S3.9.4). */
export function SmartSessionCreatedView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { router, smartSessions } = latchkey
  const granted = useController(smartSessions, (state) => state.granted)
  // Undefined if the host opened the view without a session.
  const last = useRef(granted)
  const session = granted ?? last.current
  const changed = session?.differences.length
    ? session.differences.some(({ wider }) => wider)
      ? 'more'
      : 'less'
    : undefined
  const isWider = changed === 'more'
  const manage = () => {
    // The wallet can take seconds to revoke. If the visitor has left, don't disturb the view that they are in.
    if (router.state.view !== 'SmartSessionCreated') return
    router.reset('Account')
    router.push('SmartSessionList')
  }
  useEffect(() => {
    last.current = session
    // The account or its network has changed. Show the session until the view closes, so that a warning doesn't become a success.
    if (session && !granted && router.state.view === 'SmartSessionCreated') router.reset('Account')
  }, [router, session, granted])
  return (
    <>
      <div className="center">
        <span className={isWider ? 'badge wide' : 'badge'}>
          <Icon name={isWider ? 'alert' : 'check'} size={28} />
        </span>
        <h2>{say(sessionWords, isWider ? 'createdMore' : 'created')}</h2>
        {changed && (
          <p className="quiet" role="note" data-testid={`granted-${changed}`}>
            {say(sessionWords, changed)}
          </p>
        )}
        {session && <p className="quiet">{say(sessionWords, 'createdAdvice')}</p>}
      </div>
      {session && <SessionTerms session={session} />}
      <div className="actions">
        {session && isWider && <RevokeSession id={session.id} onRevoked={manage} primary />}
        <button
          type="button"
          className={isWider ? 'secondary' : 'primary'}
          data-testid="session-done"
          onClick={() => router.reset('Account')}
        >
          {say(sessionWords, isWider ? 'keep' : 'done')}
        </button>
        {!isWider && (
          <button type="button" className="secondary" data-testid="session-manage" onClick={manage}>
            {say(sessionWords, 'manage')}
          </button>
        )}
      </div>
    </>
  )
}
