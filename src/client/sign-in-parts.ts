import type { ModalController } from '../controllers/coordinators/modal-controller.ts'
import type { SessionController } from '../controllers/coordinators/session-controller.ts'
import type { SignInController } from '../controllers/features/sign-in/sign-in-controller.ts'
import type { AccountController } from '../controllers/wallet/account-controller.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { Options } from '../core/options/options.ts'
import type { SignInSessions } from '../core/sign-in/sign-in.ts'
import type { Platform } from '../ports.ts'
import { signInStorage } from '../services/sign-in-storage.ts'
import { sdkQuery } from './sdk-query.ts'

interface Controllers {
  readonly account: Pick<AccountController, 'active'>
  readonly signIn: Pick<SignInController, 'on'>
  readonly session: Pick<SessionController, 'disconnect'>
  readonly modal: Pick<ModalController, 'open' | 'close'>
}

/**
 * Connects the events of the sign-in controller to the controllers that react to them. Then creates the session store.
 * @throws `siwx/not-enabled`
 */
export async function signInParts(
  options: Options,
  platform: Platform,
  { account, signIn, session, modal }: Controllers,
): Promise<SignInSessions> {
  signIn.on('signInNeeded', () => void modal.open({ view: 'SIWXSignMessage' }).catch(() => {}))
  signIn.on('declined', () => modal.close())
  signIn.on('mustDisconnect', ({ namespace }) => void session.disconnect(namespace).catch(() => {}))
  const { siwx, siweConfig } = options
  const { st: sdkType, sv: sdkVersion } = sdkQuery(options)
  const wallet = () => {
    const { connectedWalletInfo: shown, socialProvider: social, user } = account.active
    return shown && social ? { ...shown, social, identifier: user?.email ?? user?.username } : shown
  }
  const storage = signInStorage(platform.storage, options.name)
  const context = { ...options, ...platform, storage, sdkType, sdkVersion, wallet }
  if (siweConfig) {
    const { siweSessions } = await import('../siwx/sessions/siwe-sessions.ts')
    return siweSessions(siweConfig)(context)
  }
  if (!siwx) throw latchkeyError('siwx/not-enabled')
  return typeof siwx === 'function' ? siwx(context) : siwx
}
