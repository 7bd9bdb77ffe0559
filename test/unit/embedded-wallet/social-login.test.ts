import { describe, expect, it } from 'vitest'
import type { WalletService } from '../../../src/embedded-wallet/service/service.ts'
import { socialLogin } from '../../../src/embedded-wallet/social-login.ts'

const fromPage = 'https://wallet.example/social/callback/google?code=attacker&state=s'
const fromWindow = 'https://wallet.example/social/callback/google?code=visitor&state=s'

function world({ socialOnPage, answer }: { readonly socialOnPage: boolean; readonly answer?: string }) {
  const finished: string[] = []
  const service = {
    finishSocial: async (uri: string) => {
      finished.push(uri)
      return { user: { id: 'u', provider: 'google' } }
    },
  } as unknown as WalletService
  const config = { socials: ['google'], farcaster: false, socialOnPage }
  const login = socialLogin(service, config, 'https://app.example', { take: async () => answer })
  return { finished, login }
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
})
