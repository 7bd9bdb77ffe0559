import { describe, expect, it } from 'vitest'
import { withResolvers } from '../../../src/core/async/with-resolvers.ts'
import type { WalletService } from '../../../src/embedded-wallet/service/service.ts'
import { socialLogin } from '../../../src/embedded-wallet/social-login.ts'

const fromPage = 'https://wallet.example/social/callback/google?code=attacker&state=s'
const fromWindow = 'https://wallet.example/social/callback/google?code=visitor&state=s'

interface Setting {
  readonly socialOnPage: boolean
  readonly answer?: string | Promise<string>
}

function world({ socialOnPage, answer }: Setting) {
  const finished: string[] = []
  const signals: AbortSignal[] = []
  let leaving = new AbortController()
  const service = {
    finishSocial: async (uri: string, signal: AbortSignal) => {
      finished.push(uri)
      signals.push(signal)
      return { user: { id: 'u', provider: 'google' } }
    },
  } as unknown as WalletService
  const config = { socials: ['google'], farcaster: false, socialOnPage }
  const login = socialLogin(
    service,
    config,
    'https://app.example',
    { take: async () => answer },
    () => leaving.signal,
  )
  /** Logs the visitor out. */
  const leave = () => {
    leaving.abort()
    leaving = new AbortController()
  }
  return { finished, signals, login, leave }
}

describe('a social login in the frame', () => {
  it('logs in with the answer from the login window, not from the page', async () => {
    const { finished, login } = world({ socialOnPage: false, answer: fromWindow })
    await login.connect(fromPage)
    await login.connect('https://wallet.example/social/callback/google')
    expect(finished).toEqual([fromWindow, fromWindow])
  })

  it("refuses the page's answer if there was no login window", async () => {
    const { finished, login } = world({ socialOnPage: false })
    await expect(login.connect(fromPage)).rejects.toThrow('needs a window')
    expect(finished).toEqual([])
  })

  it("logs in with the page's answer if the operator allows this", async () => {
    const { finished, login } = world({ socialOnPage: true })
    await login.connect(fromPage)
    expect(finished).toEqual([fromPage])
  })

  it('ends if the visitor logs out before it has finished', async () => {
    const window = withResolvers<string>()
    const { signals, login, leave } = world({ socialOnPage: false, answer: window.promise })
    const connecting = login.connect(fromPage)
    leave()
    window.resolve(fromWindow)
    await connecting
    await login.connect(fromPage)
    // The service's client ends a login whose signal has aborted.
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  })
})
