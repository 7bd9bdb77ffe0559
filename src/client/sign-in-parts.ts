import type { Options } from '../core/options.ts'
import type { SignInSessions } from '../core/sign-in.ts'
import type { Platform } from '../ports.ts'
import type { Wired } from './wiring.ts'

/**
 * What keeps the sessions of a client; undefined where the host asks for no sign-in. It joins what the sign-in tells to those
 * above it, before it tells anything.
 */
export async function signInParts(
  options: Options,
  platform: Platform,
  { signIn, session, modal }: Pick<Wired['controllers'], 'signIn' | 'session' | 'modal'>,
): Promise<SignInSessions | undefined> {
  signIn.on('wanted', () => void modal.open({ view: 'SIWXSignMessage' }).catch(() => {}))
  signIn.on('dismissed', () => modal.close())
  signIn.on('left', () => void session.disconnect().catch(() => {}))
  const { siwx, siweConfig } = options
  const context = { ...options, ...platform }
  if (siweConfig) {
    const { siweSessions } = await import('../siwx/sessions/siwe-sessions.ts')
    return siweSessions(siweConfig)(context)
  }
  return typeof siwx === 'function' ? siwx(context) : siwx
}
