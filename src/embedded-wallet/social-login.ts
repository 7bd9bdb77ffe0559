import type { ServiceConfig, ServiceUser } from '../core/wallet/wallet-service.ts'
import type { SocialAnswers } from './messages/social-answer.ts'
import type { WalletService } from './service/service.ts'

/** The steps of a login with a social provider or Farcaster. The page requests each step. */
export interface SocialLogin {
  /** Returns the URL of the provider's login. */
  redirectUri(provider: string): Promise<{ readonly uri: string }>
  /**
   * Completes the login.
   * @param uri The URL that the page got from the login window. If the service allows logins without a window, the URL may
   * contain the provider's answer. If not, the answer must come from the window to this frame, because a script on the page could
   * pass the answer for another account.
   */
  connect(uri: string): Promise<ServiceUser>
  farcasterUri(): Promise<{ readonly url: string }>
  /** Resolves when the visitor approves the login on a phone. */
  connectFarcaster(): Promise<ServiceUser>
  /** Stops waiting for the phone. */
  end(): void
}

/**
 * Creates the login.
 * @param site The origin of the page that contains the frame.
 * @param leaving Returns a signal that aborts when the visitor logs out.
 */
export function socialLogin(
  service: WalletService,
  { socials, farcaster, socialOnPage }: Pick<ServiceConfig, 'socials' | 'farcaster' | 'socialOnPage'>,
  site: string,
  answers: SocialAnswers,
  leaving: () => AbortSignal,
): SocialLogin {
  let login: string | undefined
  let waiting: AbortController | undefined

  return {
    async redirectUri(provider) {
      if (!socials.includes(provider)) throw notSetUp(`a login by ${provider}`)
      return service.beginSocial(provider, site)
    },
    async connect(uri) {
      if (socials.length === 0) throw notSetUp('a login by a social provider')
      const signal = leaving()
      const isAnswer = hasAnswer(uri)
      const answer = isAnswer && socialOnPage ? uri : await answers.take()
      if (answer === undefined) throw new Error(isAnswer ? noWindow : noAnswer)
      return (await service.finishSocial(answer, signal)).user
    },
    async farcasterUri() {
      if (!farcaster) throw notSetUp('a login by Farcaster')
      const started = await service.beginFarcaster(site)
      waiting?.abort()
      login = started.login
      return { url: started.url }
    },
    async connectFarcaster() {
      const mine = login
      if (mine === undefined) throw new Error('No login by Farcaster has been started.')
      waiting?.abort()
      const control = new AbortController()
      waiting = control
      // Without an approval, the service answers after a while, so ask again. When the login has
      // expired, the service answers with an error, which ends the wait.
      while (!control.signal.aborted) {
        const session = await service.awaitFarcaster(mine, control.signal)
        if (!session) continue
        login = undefined
        return session.user
      }
      throw new Error('This login was replaced by a newer one.')
    },
    end() {
      login = undefined
      waiting?.abort()
    },
  }
}

const noAnswer =
  "The login window's answer did not reach the wallet. Its frame must be in the document of the page that opened the window."

const noWindow =
  "A social login needs a window of its own here. The wallet's service accepts an answer from the page only with `socialOnPage`."

function hasAnswer(uri: string): boolean {
  return URL.canParse(uri) && new URL(uri).searchParams.has('state')
}

export function notSetUp(what: string): Error {
  return new Error(`This wallet is not set up for ${what}.`)
}
