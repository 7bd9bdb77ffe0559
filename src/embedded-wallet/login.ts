import type { Answer } from '../connectors/embedded/protocol/frame-events.ts'
import type { EmailChange } from './requests/email-change.ts'
import type { BeforeCode, CodeQuestion } from './screen/code-card.ts'
import { words } from './screen/words.ts'
import { isRefused } from './service/refusal.ts'
import type { WalletService } from './service/service.ts'
import { LoggedOut } from './service/session.ts'

/** The login by email, and the change of the email address. The page starts them, and the visitor completes them in the wallet. */
export interface Login {
  /** Resolves when the visitor is logged in. */
  begin(email: string): Promise<Answer<'CONNECT_EMAIL'>>
  /**
   * Returns whether the visitor is logged in. Returns true if the service can't be asked, because pages forget a login if the
   * answer is no.
   */
  isConnected(): Promise<boolean>
  end(): Promise<void>
  /** Resolves when the email address was changed. */
  updateEmail(email: string): Promise<Answer<'UPDATE_EMAIL'>>
}

export interface LoginScreens {
  /** Returns a signal that aborts when the visitor logs out. */
  leaving(): AbortSignal
  /**
   * Asks the visitor for a mailed code in the wallet.
   * @throws if the visitor cancels or the signal aborts.
   */
  code(question: CodeQuestion, signal: AbortSignal): Promise<void>
  /** Called when the visitor has logged in, also if another visitor was logged in before. */
  loggedIn(): void
  /**
   * Asks the visitor to approve a change of the email address.
   * @throws if the visitor declines or the signal aborts.
   */
  approve(change: EmailChange, signal: AbortSignal): Promise<void>
}

/**
 * Creates the login.
 * @param site The origin of the page that contains the frame. The mails mention this origin.
 */
export function emailLogin(service: WalletService, site: string, screens: LoginScreens): Login {
  const userIfAny = () =>
    service.user().catch((error: unknown) => {
      if (error instanceof LoggedOut) return undefined
      throw error
    })

  /**
   * Waits until the visitor opens the mailed link. Asks the service again and again, because the
   * service answers after a while even without an approval. When the login has expired, the service
   * answers with an error, which ends the wait.
   */
  async function linkOpened(login: string, signal: AbortSignal): Promise<void> {
    while (!(await service.awaitDevice(login, signal)).approved) signal.throwIfAborted()
  }

  /** @param isAgain Whether the visitor is already logged in with this address. */
  async function logIn(email: string, signal: AbortSignal, isAgain = false): Promise<void> {
    let login = ''
    const mail = async (): Promise<BeforeCode | undefined> => {
      const started = await service.beginLogin(email, site)
      login = started.login
      if (started.action === 'VERIFY_OTP') return undefined
      const done = (signal: AbortSignal) => linkOpened(started.login, signal)
      return { title: words.link, text: words.linkText(email), done }
    }
    const question: CodeQuestion = {
      title: words.login,
      text: words.loginText(email),
      before: await mail(),
      async check(code, closed) {
        await service.enterCode(login, code)
        // If the visitor logged out or canceled meanwhile, undo the login.
        if (signal.aborted || (closed.aborted && !isAgain)) await service.signOut().catch(() => {})
        signal.throwIfAborted()
      },
      resend: mail,
    }
    await screens.code(question, signal)
  }

  return {
    async begin(email) {
      const signal = screens.leaving()
      const user = await userIfAny()
      if (user?.email?.toLowerCase() !== email.toLowerCase()) {
        await logIn(email, signal)
        screens.loggedIn()
      }
      return { action: 'CONNECT' }
    },
    isConnected: async () => (await userIfAny().catch(() => true)) !== undefined,
    async end() {
      // Log out here even if the service can't be reached.
      await service.signOut().catch(() => {})
    },
    async updateEmail(email) {
      const signal = screens.leaving()
      const { email: old } = await service.user()
      await screens.approve({ old, email }, signal)
      let { action } = await service.updateEmail(email, site).catch(async (error: unknown) => {
        if (!isRefused(error, 'login/not-fresh') || old === undefined) throw error
        // Log in again, because the service requires a recent login for this change.
        await logIn(old, signal, true)
        return service.updateEmail(email, site)
      })
      if (action === 'VERIFY_PRIMARY_OTP') {
        await screens.code(
          {
            title: words.oldEmail,
            text: words.oldEmailText(old ?? '', email),
            check: (code) => service.confirmEmail('primary', code),
          },
          signal,
        )
        action = 'VERIFY_SECONDARY_OTP'
      }
      await screens.code(
        {
          title: words.newEmail,
          text: words.newEmailText(email),
          check: (code) => service.confirmEmail('secondary', code),
        },
        signal,
      )
      return { action, newEmail: email }
    },
  }
}
