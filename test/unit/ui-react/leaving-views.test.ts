// @vitest-environment jsdom
import { createLatchkey, type LatchkeyOptions } from 'latchkey'
import { act, createElement, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { useController } from '../../../src/ui-react/hooks/use-controller.ts'
import { useRuntime } from '../../../src/ui-react/runtime.ts'
import { SmartSessionCreatedView } from '../../../src/ui-react/views/account/smart-session-created.tsx'
import { WalletNftView } from '../../../src/ui-react/views/account/wallet-nft.tsx'
import { BuyInProgressView } from '../../../src/ui-react/views/buy/buy-in-progress.tsx'
import { UpdateEmailPrimaryOtpView } from '../../../src/ui-react/views/email/update-email-primary-otp.tsx'
import { UpdateEmailWalletView } from '../../../src/ui-react/views/email/update-email-wallet.tsx'
import { mount, options } from './rendering.ts'

const addresses = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']

/** Connects an account, and returns functions that show a view and press its buttons. */
async function connected(more: Partial<LatchkeyOptions> = {}) {
  const { options: made, family, wallet } = options(more)
  const latchkey = createLatchkey(made)
  wallet.showAccounts('eip155', ...addresses)
  await latchkey.connect({ connectorId: 'a' })
  latchkey.router.reset('Account')
  let container: HTMLElement | undefined
  const button = (name: string) =>
    [...(container?.querySelectorAll('button') ?? [])].find(
      (one) => one.dataset.testid === name || one.textContent === name,
    )
  return {
    ...{ latchkey, router: latchkey.router, family, wallet },
    async show(view: ReactNode) {
      const mounted = await mount(() => latchkey, view)
      container = mounted.container
      return mounted
    },
    /** Presses a button, and then runs `meanwhile` before any answer arrives. */
    press: (name: string, meanwhile?: () => void) =>
      act(async () => {
        button(name)?.click()
        meanwhile?.()
      }),
    switchAccount: () =>
      act(async () => {
        wallet.showAccounts('eip155', ...addresses.toReversed())
        await expect
          .poll(() => latchkey.account.state.eip155.address, { message: 'the other account is active' })
          .toBe(addresses[1])
      }),
  }
}

describe('a granted smart session', () => {
  /** Shows a session that allows more than requested. The wallet answers revocations when the test says so. */
  async function granted() {
    const world = await connected({ features: { smartSessions: true } })
    const { latchkey, router } = world
    const answers: (() => void)[] = []
    const allows = (allowance: `0x${string}`) => [
      { type: 'native-token-transfer', data: { allowance } } as const,
    ]
    Object.assign(await latchkey.adapter('eip155'), {
      permissions: {
        support: async () => ({ supported: true }),
        grant: async (_: string, request: object) => [
          { ...request, permissions: allows('0xff'), context: '0xab' },
        ],
        revoke: () => new Promise<void>((resolve) => void answers.push(resolve)),
      },
    })
    const signer = { type: 'wallet' } as const
    await latchkey.smartSessions.grant({ expiry: 4_102_444_800, signer, permissions: allows('0x1') })
    // The client opens the view by itself.
    await expect
      .poll(() => latchkey.modal.state.open && router.state.view, { message: 'the session is shown' })
      .toBe('SmartSessionCreated')
    const revoke = vi.spyOn(latchkey.smartSessions, 'revoke')
    const { container, unmount } = await world.show(createElement(SmartSessionCreatedView))
    return {
      ...world,
      ...{ container, unmount },
      async answer() {
        await expect.poll(() => answers.length, { message: 'the wallet is asked to revoke' }).toBe(1)
        await act(async () => {
          answers[0]?.()
          await revoke.mock.results[0]?.value
        })
      },
    }
  }

  it('leads to the list of sessions once it is revoked', async () => {
    const { press, answer, router, unmount } = await granted()
    await press('session-revoke')
    await answer()
    expect(router.state.history).toEqual(['Account', 'SmartSessionList'])
    await unmount()
  })

  it("doesn't move the visitor out of another view once it is revoked", async () => {
    const { press, answer, router, unmount } = await granted()
    await press('session-revoke')
    router.push('WalletReceive')
    await answer()
    expect(router.state.view).toBe('WalletReceive')
    await unmount()
  })

  it('is left when the account changes, and its warning stays until then', async () => {
    const { container, switchAccount, router, unmount } = await granted()
    const note = () => container.querySelector('[role=note]')?.getAttribute('data-testid')
    expect(note()).toBe('granted-more')
    await switchAccount()
    const viewAfterEffects = async () => {
      await act(async () => {})
      return router.state.view
    }
    await expect.poll(viewAfterEffects, { message: 'the view is left' }).toBe('Account')
    expect(note()).toBe('granted-more')
    await unmount()
  })

  it('stays with its warning while the page requests another session', async () => {
    const { container, latchkey, router, unmount } = await granted()
    const signer = { type: 'wallet' } as const
    const refused = latchkey.smartSessions.grant({ expiry: 1, signer, permissions: [] })
    await act(() => expect(refused).rejects.toThrow())
    expect(router.state.view).toBe('SmartSessionCreated')
    expect(container.querySelector('[role=note]')?.getAttribute('data-testid')).toBe('granted-more')
    await unmount()
  })

  it('may be missing in a view that the page opened', async () => {
    const { show, switchAccount, router } = await connected({ features: { smartSessions: true } })
    router.reset('SmartSessionCreated')
    const { unmount } = await show(createElement(SmartSessionCreatedView))
    await switchAccount()
    expect(router.state.view).toBe('SmartSessionCreated')
    await unmount()
  })
})

describe('the view of an NFT', () => {
  async function nft() {
    const world = await connected()
    const { latchkey, router } = world
    const asset = 'eip155:1/erc721:0x5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f/42'
    const item = {
      ...{ asset, network: 'eip155:1', name: 'Kite 42', address: `0x${'5f'.repeat(20)}` },
      amount: { value: 1n, decimals: 0, symbol: 'KITE' },
      nft: { standard: 'erc721', tokenId: '42', isSpam: false },
    }
    ;(latchkey.portfolio as unknown as { patch(part: object): void }).patch({ nfts: { items: [item] } })
    router.push('WalletNft', { nft: asset } as never)
    const { unmount } = await world.show(createElement(WalletNftView))
    return { ...world, asset, unmount, send: latchkey.send }
  }

  it('opens the form of a send with the NFT', async () => {
    const { press, router, send, asset, unmount } = await nft()
    await press('nft-send')
    await expect.poll(() => router.state.view, { message: 'the form opens' }).toBe('WalletSend')
    expect(send.state.token?.asset).toBe(asset)
    await unmount()
  })

  it("doesn't open the form if the visitor leaves while its code loads", async () => {
    const { press, router, send, unmount } = await nft()
    await press('nft-send', () => router.goBack())
    await act(async () => {
      await send.prepare()
      await vi.dynamicImportSettled()
    })
    expect([router.state.view, send.state.token]).toEqual(['Account', undefined])
    await unmount()
  })
})

describe('a purchase in progress', () => {
  it('leads back to the providers when the account changes', async () => {
    const { latchkey, router, show, switchAccount } = await connected({
      onRampProviders: [
        {
          ...{ name: 'harbour', label: 'Harbour Exchange', feeRange: '1-2%', supportedChains: ['eip155'] },
          link: async () => 'https://harbour.example/buy',
        },
      ],
    })
    router.push('OnRampProviders')
    await latchkey.onramp.buy('harbour')
    router.push('BuyInProgress', { onRampProvider: 'harbour' })
    const { container, unmount } = await show(createElement(BuyInProgressView))
    expect(container.querySelector('a')?.href).toBe('https://harbour.example/buy')
    await switchAccount()
    expect(router.state.history).toEqual(['Account', 'OnRampProviders'])
    await unmount()
  })
})

describe('the change of an email address', () => {
  const Views = () => {
    const { view } = useController(useRuntime().latchkey.router)
    return createElement(view === 'UpdateEmailWallet' ? UpdateEmailWalletView : UpdateEmailPrimaryOtpView)
  }
  const data = { email: 'ada@harbour.example', newEmail: 'ada@lantern.example' }

  it('can be canceled after it started over, and keeps the typed address', async () => {
    const { press, router, show } = await connected()
    router.push('UpdateEmailWallet', { email: data.email })
    router.push('UpdateEmailPrimaryOtp', data)
    const { container, unmount } = await show(createElement(Views))
    await press('Try again')
    expect(router.state.history).toEqual(['Account', 'UpdateEmailWallet'])
    expect(container.querySelector<HTMLInputElement>('[data-testid=new-email]')?.value).toBe(data.newEmail)
    await press('Cancel')
    expect(router.state.view).toBe('Account')
    await unmount()
  })

  it('starts over in place of a step that the page opened', async () => {
    const { press, router, show } = await connected()
    router.push('UpdateEmailPrimaryOtp', data)
    const { unmount } = await show(createElement(Views))
    await press('Try again')
    expect(router.state).toMatchObject({ history: ['Account', 'UpdateEmailWallet'], data })
    await unmount()
  })
})
