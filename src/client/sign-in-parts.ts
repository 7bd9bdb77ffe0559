import type { Options } from '../core/options.ts'
import type { SignInSessions } from '../core/sign-in.ts'
import type { Platform } from '../ports.ts'

/** What keeps the sessions of a client; undefined where the host asks for no sign-in. */
export async function signInParts(options: Options, platform: Platform): Promise<SignInSessions | undefined> {
  const { siwx, siweConfig } = options
  const context = { ...options, ...platform }
  if (siweConfig) {
    const { siweSessions } = await import('../siwx/sessions/siwe-sessions.ts')
    return siweSessions(siweConfig)(context)
  }
  return typeof siwx === 'function' ? siwx(context) : siwx
}
