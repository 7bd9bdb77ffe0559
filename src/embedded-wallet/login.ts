import type { Answer } from '../connectors/embedded/protocol/frame-events.ts'
import { linkNotUsed } from '../core/wallet/embedded-login.ts'
import type { WalletService } from './service/service.ts'
import { LoggedOut } from './service/session.ts'

/** The steps of the email login, as the page requests them. */
export interface Login {
  begin(email: string): Promise<Answer<'CONNECT_EMAIL'>>
  /** Resolves once the mailed link was used. */
  awaitDevice(): Promise<void>
  enterCode(otp: string): Promise<void>
  /** @throws When the service can't be asked. */
  isConnected(): Promise<boolean>
  end(): Promise<void>
  updateEmail(email: string): Promise<Answer<'UPDATE_EMAIL'>>
  confirmPrimary(otp: string): Promise<void>
  confirmSecondary(otp: string): Promise<Answer<'UPDATE_EMAIL_SECONDARY_OTP'>>
}

/** @param site The origin of the embedding page, which the mails name. */
export function emailLogin(service: WalletService, site: string): Login {
  let login: string | undefined
  let waiting: AbortController | undefined
  let newEmail: string | undefined

  const begun = () => {
    if (login === undefined) throw new Error('No login has been started. Enter the email first.')
    return login
  }
  const userOrNobody = () =>
    service.user().catch((error: unknown) => {
      if (error instanceof LoggedOut) return undefined
      throw error
    })

  return {
    async begin(email) {
      const user = await userOrNobody()
      if (user?.email?.toLowerCase() === email.toLowerCase()) return { action: 'CONNECT' }
      const started = await service.beginLogin(email, site)
      waiting?.abort()
      login = started.login
      return { action: started.action }
    },
    async awaitDevice() {
      const mine = begun()
      waiting?.abort()
      const control = new AbortController()
      waiting = control
      // The service also answers after a while without an approval. It ends the login itself once it expires.
      const { approved } = await service.awaitDevice(mine, control.signal)
      if (approved) return
      if (login !== mine || control.signal.aborted) throw new Error('This login was replaced by a newer one.')
      throw new Error(linkNotUsed)
    },
    async enterCode(otp) {
      await service.enterCode(begun(), otp)
      login = undefined
    },
    isConnected: async () => (await userOrNobody()) !== undefined,
    async end() {
      login = undefined
      waiting?.abort()
      // Log out here even if the service can't be reached.
      await service.signOut().catch(() => {})
    },
    async updateEmail(email) {
      const { action } = await service.updateEmail(email)
      newEmail = email
      return { action }
    },
    confirmPrimary: (otp) => service.confirmEmail('primary', otp),
    async confirmSecondary(otp) {
      if (newEmail === undefined) throw new Error('No change of the email has been started.')
      await service.confirmEmail('secondary', otp)
      return { newEmail }
    },
  }
}
