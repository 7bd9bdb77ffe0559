import { displayMessage } from 'latchkey'
import { useLatchkey, useSignIn } from 'latchkey/react'
import { useEffect } from 'react'
import { ServerUser } from './server-user.tsx'

/** Shows what the page and its server know about the sign-in. */
export function SignIn() {
  const latchkey = useLatchkey()
  const { status, session, isSignedIn, error, signOut } = useSignIn()
  useEffect(() => {
    // The server takes seconds to start, so it starts while the visitor chooses a wallet.
    fetch('/auth/sessions').catch(() => {})
  }, [])
  return (
    <section aria-labelledby="sign-in">
      <h2 id="sign-in">Sign-in</h2>
      <article className="card" data-testid="sign-in" data-status={status}>
        <p className="quiet">{said[status]}</p>
        {session && (
          <p className="who">
            <bdi title={session.data.accountAddress}>{session.data.accountAddress}</bdi>
          </p>
        )}
        {/* The key reloads the user: each session may have added an account. */}
        {session && <ServerUser key={session.message} />}
        {error && (
          <p className="said" role="status">
            {displayMessage(error)}
          </p>
        )}
        <p className="actions">
          <button type="button" disabled={!isSignedIn} onClick={() => signOut().catch(() => {})}>
            Sign out
          </button>
          <button
            type="button"
            disabled={status !== 'offered'}
            onClick={() => void latchkey.open({ view: 'SIWXSignMessage' })}
          >
            Sign in
          </button>
        </p>
      </article>
    </section>
  )
}

const said = {
  off: 'Sign-in is off.',
  'no-account': 'No wallet connected.',
  checking: 'Checking for a session…',
  required: 'This account must sign in.',
  offered: 'This account can sign in.',
  'signed-in': 'Signed in as',
} as const
