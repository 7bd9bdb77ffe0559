import type { ServiceConfig, ServiceUser } from '../core/wallet/wallet-service.ts'
import type { WalletService } from './service/service.ts'

/** The logins by a provider and by Farcaster, as the page asks for their steps. */
export interface SocialLogin {
  /** Where the visitor logs in. */
  redirectUri(provider: string): Promise<{ readonly uri: string }>
  /** @param uri Where the provider has sent the visitor back to. */
  connect(uri: string): Promise<ServiceUser>
  farcasterUri(): Promise<{ readonly url: string }>
  /** Resolves when the visitor has approved it on a phone. */
  connectFarcaster(): Promise<ServiceUser>
  /** Ends what waits for a phone. */
  end(): void
}

/** @param site The page around the frame. */
export function socialLogin(
  service: WalletService,
  { socials, farcaster }: Pick<ServiceConfig, 'socials' | 'farcaster'>,
  site: string,
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
      return (await service.finishSocial(uri)).user
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
      // The service answers after a while also where nothing happened, and ends the login when its time is over.
      while (!control.signal.aborted) {
        const session = await service.awaitFarcaster(mine, control.signal)
        if (!session) continue
        login = undefined
        return session.user
      }
      throw new Error('This login was given up for another one.')
    },
    end() {
      login = undefined
      waiting?.abort()
    },
  }
}

export function notSetUp(what: string): Error {
  return new Error(`This wallet is not set up for ${what}.`)
}
