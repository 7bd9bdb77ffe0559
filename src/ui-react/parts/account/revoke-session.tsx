import { useController } from '../../hooks/use-controller.ts'
import { useShowError } from '../../hooks/use-show-error.ts'
import { sessionWords } from '../../language/english/smart-sessions.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { useSessionWallet } from './use-session-wallet.ts'

export interface RevokeSessionProps {
  /** The session's id. */
  readonly id: string
  /** Runs once the session is revoked. */
  readonly onRevoked?: () => void
  /** Whether revoking is the view's main action. */
  readonly primary?: boolean
}

/** Shows a button that asks the wallet to revoke a smart session. */
export function RevokeSession({ id, onRevoked, primary }: RevokeSessionProps) {
  const { say } = useLanguage()
  const { smartSessions } = useRuntime().latchkey
  const wallet = useSessionWallet()
  const showError = useShowError()
  const revoking = useController(smartSessions, (state) => state.revoking)
  const revoke = () =>
    smartSessions.revoke(id).then(onRevoked, (error) => {
      // The controller shows a snackbar for this code. Show all other errors here.
      if (smartSessions.state.error?.code !== 'permissions/revoke-failed') return showError(error)
    })
  return (
    <button
      type="button"
      className={primary ? 'primary revoke' : 'secondary revoke'}
      disabled={!!revoking}
      data-testid="session-revoke"
      onClick={revoke}
    >
      {revoking === id && <span className="spin" aria-hidden="true" />}
      {revoking === id ? say(sessionWords, 'revoking', { wallet }) : say(sessionWords, 'revoke')}
    </button>
  )
}
