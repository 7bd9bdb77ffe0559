import { useEffect, useState } from 'react'
import type { User } from '../../sign-in-server/store/sessions.ts'

/**
 * Shows which user the server recognizes by the browser's cookie. Your own server's routes can look up the user in the same way.
 */
export function ServerUser() {
  const [user, setUser] = useState<User | 'asked' | 'nobody'>('asked')
  useEffect(() => {
    const control = new AbortController()
    askUser(control.signal).then(
      (found) => setUser(found ?? 'nobody'),
      () => {},
    )
    return () => control.abort()
  }, [])
  return (
    <div className="known">
      <p className="quiet">{typeof user === 'string' ? said[user] : 'The server knows you as'}</p>
      {typeof user !== 'string' && (
        <ul data-testid="server-user">
          {user.accounts.map((account) => (
            <li key={account}>
              <bdi>{account}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const said = { asked: 'Asking the server…', nobody: 'No one is signed in at the server.' } as const

async function askUser(signal: AbortSignal): Promise<User | undefined> {
  const response = await fetch('/auth/me', { signal })
  return response.ok ? response.json() : undefined
}
