import type { ServiceConfig, ServiceUser } from '../core/wallet/wallet-service.ts'
import type { SocialAnswers } from './messages/social-answer.ts'
import type { WalletService } from './service/service.ts'

/** The steps of login with a social provider and with Farcaster, as the page requests them. */
export interface SocialLogin {
  /** Returns the provider's login URL. */
  redirectUri(provider: string): Promise<{ readonly uri: string }>
  /**
   * @param uri The URL that the page got from the login window. If the service allows logins without a window, the URL may contain the provider's
   * answer. Otherwise only the window's own answer counts, because a script on the page could pass another account's answer.
   */
  connect(uri: string): Promise<ServiceUser>
  farcasterUri(): Promise<{ readonly url: string }>
  /** Resolves when the visitor approves the login on a phone. */
  connectFarcaster(): Promise<ServiceUser>
  /** Stops waiting for the phone. */
  end(): void
}

/** @param site The origin of the embedding page. */
export function socialLogin(
  service: WalletService,
  { socials, farcaster, socialOnPage }: Pick<ServiceConfig, 'socials' | 'farcaster' | 'socialOnPage'>,
  site: string,
  answers: SocialAnswers,
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
      const isAnswer = hasAnswer(uri)
      const answer = isAnswer && socialOnPage ? uri : await answers.take()
      if (answer === undefined) throw new Error(isAnswer ? noWindow : noAnswer)
      return (await service.finishSocial(answer)).user
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
      // The service also answers after a while without an approval, and ends the login once it expires.
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
