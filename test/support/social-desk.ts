import type { SocialState } from '../../src/controllers/features/embedded-wallet/embedded-wallet.ts'
import { SocialFlow } from '../../src/controllers/features/embedded-wallet/social-flow.ts'
import { type Resolvers, withResolvers } from '../../src/core/async/with-resolvers.ts'
import type { EmbeddedLogin } from '../../src/core/wallet/embedded-login.ts'
import type { PageTraits, PageWindow } from '../../src/ports.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'

export const frameOrigin = 'https://wallet.example'

/** A window that the page opened. */
export interface DeskWindow extends PageWindow {
  readonly opened: string
  closed: boolean
}

/** Creates a social login with windows, a frame and a connection that the test controls. */
export function socialDesk(traits: Partial<PageTraits> = {}) {
  const clock = manualClock()
  const windows: DeskWindow[] = []
  const listeners = new Set<(event: Event) => void>()
  const states: (SocialState | undefined)[] = []
  const canceled: string[] = []
  const went: { url: string; target: string }[] = []
  const asked: { readonly what: string; readonly answer: Resolvers<unknown> }[] = []
  /** What the browser does when the page opens a window. */
  const browser: { opens: 'opens' | 'reuses' | 'refuses' | 'throws' } = { opens: 'opens' }
  const ask = (what: string) => {
    const answer = withResolvers<unknown>()
    answer.promise.catch(() => {})
    asked.push({ what, answer })
    return answer.promise as Promise<never>
  }
  const login = {
    socialRedirectUri: () => ask('uri'),
    connectSocial: (_: string, resultUri: string) => ask(`social ${resultUri}`),
    farcasterUri: () => ask('farcaster uri'),
    connectFarcaster: () => ask('farcaster'),
    reload: () => ask('reload'),
  } as unknown as EmbeddedLogin
  const flow = new SocialFlow({
    clock,
    origin: () => frameOrigin,
    login: async () => login,
    connect: () => ask('connect'),
    show: (state) => void states.push(state),
    canceled: (provider) => void canceled.push(provider),
    remember: (provider) => void went.push({ url: `remembered ${provider}`, target: '' }),
    page: {
      traits: { telegram: false, ...traits } as PageTraits,
      location: {
        origin: 'https://app.example',
        hostname: 'app.example',
        href: 'https://app.example/shop?item=1',
      },
      open: (url, target) => void went.push({ url, target }),
      listen(_, listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      popup(opened) {
        if (browser.opens === 'throws') throw new TypeError('No windows here')
        if (browser.opens === 'refuses') return null
        const last = windows.at(-1)
        if (browser.opens === 'reuses' && last) {
          last.location.href = opened
          return last
        }
        const made: DeskWindow = {
          opened,
          closed: false,
          location: { href: opened },
          close: () => Object.assign(made, { closed: true }),
        }
        windows.push(made)
        return made
      },
    },
  })
  return {
    ...{ flow, clock, windows, states, canceled, went, asked, browser },
    listening: () => listeners.size,
    /** Returns the function that answers the latest request of this kind. */
    open: (what: string) => asked.findLast((one) => one.what.startsWith(what))?.answer,
    post(source: unknown, origin: string, data: unknown) {
      for (const listener of [...listeners]) listener({ source, origin, data } as unknown as Event)
    },
    get state() {
      return states.at(-1)
    },
  }
}
