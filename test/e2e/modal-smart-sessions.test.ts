import { createPublicClient, type Hex, http, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { enterCode, putOffRecovery } from './frame-answers.ts'
import { look, seenViews, sessionViews } from './look.ts'
import { phone, poll, type Visitor } from './visitor.ts'

interface Mail {
  readonly to: readonly string[]
  readonly text: string
}

describe.skipIf(!chromiumPath)('a visitor who grants a smart session', { timeout: 240_000 }, () => {
  const demo = demoVisits({ data: true, embeddedWallet: true, only: ['eip155', 'solana'] })

  const says = ({ card }: Visitor) => card('eip155').getByRole('status').textContent()
  const click = (visitor: Visitor, name: string) =>
    visitor.press(visitor.card('eip155').getByRole('button', { name, exact: true }))
  const node = () =>
    demo.devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')?.rpcUrls.default.http[0]
  const balanceOf = (address: string) =>
    createPublicClient({ transport: http(node()) }).getBalance({ address: address as Hex })

  it.each([
    ['a mouse', undefined],
    ['a phone', phone],
  ] as const)(
    'grants the session, sees it used and enforced, and revokes it, with %s',
    async (how, screen) => {
      const visitor = await demo.visit(screen && { screen })
      const { page, press, row, is, isClosed, titled, choose, card, openAccount, addressOf, wallets } =
        visitor
      await press(card('eip155').getByRole('button', { name: 'Connect' }))
      await choose('Dev Ethereum')
      await is('eip155', 'connected')
      await isClosed()
      await openAccount()
      await press(row('account-smart-sessions'))
      await titled('Smart sessions')
      await poll(() => row('no-sessions').textContent(), {
        message: 'the empty list says No active sessions',
      }).toContain('No active sessions')
      await look(page, 'sessions-none')
      await page.keyboard.press('Escape')
      await isClosed()

      const asked = () => wallets.prompts('ethereum')
      const before = (await asked()) ?? 0
      await click(visitor, 'Grant a session')
      await titled('Smart session')
      await poll(() => visitor.modal().textContent(), {
        message: 'the modal shows how much may be spent',
      }).toMatch(/May spend up to 0\.05 ETH.*Until/s)
      expect(await asked()).toBe(before + 1)
      await look(page, 'session-created')
      await press(row('session-manage'))
      await titled('Smart sessions')
      await row('session-active').waitFor()
      await look(page, 'sessions-active')
      await page.keyboard.press('Escape')
      await isClosed()

      const payee = addressOf('erin', 'eip155')
      const held = await balanceOf(payee)
      await click(visitor, 'Send 0.01 with session')
      await poll(() => says(visitor), { message: 'the page says Sent to erin with the session' }).toBe(
        'Sent to erin with the session',
      )
      await poll(() => balanceOf(payee), { message: 'the recipient is paid' }).toBe(held + parseEther('0.01'))
      await click(visitor, 'Send too much with session')
      await poll(() => says(visitor), { message: 'the page shows how much is left' }).toContain(
        'it may send 40000000000000000 wei more, not 60000000000000000',
      )
      // Neither call caused a prompt.
      expect(await asked()).toBe(before + 1)

      await openAccount()
      await press(row('account-smart-sessions'))
      await press(row('session-revoke'))
      await poll(() => row('no-sessions').textContent(), {
        message: 'the empty list says No active sessions',
      }).toContain('No active sessions')
      await press(row('tab-revoked'))
      const revoked = row('session-revoked').first()
      await revoked.waitFor()
      expect(await revoked.textContent()).toContain('0.05 ETH total')
      expect(await revoked.textContent()).not.toContain('until')
      await look(page, 'sessions-revoked', { own: true })
      await page.keyboard.press('Escape')
      await isClosed()
      await click(visitor, 'Send 0.01 with session')
      await poll(() => says(visitor), { message: 'the page says it was revoked' }).toContain('it was revoked')
      expect(await balanceOf(payee)).toBe(held + parseEther('0.01'))
      // A revoked session stays revoked, in this browser and in the service.
      await visitor.reload()
      await is('eip155', 'connected')
      await openAccount()
      await press(row('account-smart-sessions'))
      await press(row('tab-revoked'))
      await row('session-revoked').first().waitFor()
      if (how === 'a mouse')
        expect([...seenViews()].sort()).toEqual(expect.arrayContaining([...sessionViews]))
    },
  )

  it("sees the wallet's prompt, and can decline", async () => {
    const visitor = await demo.visit()
    const { press, is, isClosed, choose, card, wallets } = visitor
    await press(card('eip155').getByRole('button', { name: 'Connect' }))
    await choose('Dev Ethereum')
    await is('eip155', 'connected')
    await isClosed()
    await wallets.command('ethereum', { manner: 'reject' })
    await click(visitor, 'Grant a session')
    await poll(() => says(visitor), { message: 'the page says The request was declined in the wallet' }).toBe(
      'The request was declined in the wallet',
    )
    await isClosed()
    expect(await card('eip155').getByRole('button', { name: 'Send 0.01 with session' }).count()).toBe(0)
  })

  it('sees that the embedded wallet does not support smart sessions', async () => {
    const visitor = await demo.visit({ as: 'embedded-wallet' })
    const { page, press, row, is, isClosed, titled, openAccount } = visitor
    await press(page.getByTestId('connect-button'))
    await row('email-input').fill('sasha@example.org')
    await press(row('email-submit'))
    let code: string | undefined
    await poll(
      async () => {
        const all = (await (await page.request.get(`${demo.origin}/embedded-wallet/mails`)).json()) as Mail[]
        code = all
          .filter(({ to }) => to.includes('sasha@example.org'))
          .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
          .find(Boolean)
        return code
      },
      { message: 'the mail with the code arrives' },
    ).toBeTruthy()
    await enterCode(page.frameLocator('#w3m-iframe'), code as string)
    await putOffRecovery(visitor)
    await is('eip155', 'connected')
    await isClosed()
    await click(visitor, 'Grant a session')
    await poll(() => says(visitor), {
      message: 'the page says The wallet does not support wallet_grantPermissions',
    }).toBe('The wallet does not support wallet_grantPermissions')
    await isClosed()
    await openAccount()
    await press(row('account-smart-sessions'))
    await titled('Smart sessions')
    await poll(() => row('no-sessions').textContent(), {
      message: 'the empty list says doesn’t support sessions',
    }).toContain("doesn't support sessions")
    await look(page, 'sessions-unsupported', { own: true })
    // If the page skips Latchkey's own check, the wallet refuses the request, with an error that names the method.
    const refusal = await page.evaluate(async () => {
      const { latchkey } = globalThis as unknown as { latchkey: import('latchkey').Latchkey }
      const adapter = await latchkey.adapter('eip155')
      const account = latchkey.account.state.eip155.caipAddress as `eip155:${string}:${string}`
      const request = {
        chainId: `0x${Number(latchkey.network.state.activeNetworks.eip155?.id).toString(16)}` as const,
        expiry: Math.floor(Date.now() / 1000) + 60,
        signer: { type: 'wallet' as const },
        permissions: [{ type: 'native-token-transfer' as const, data: { allowance: '0x1' as const } }],
      }
      return adapter.permissions?.grant(account as never, request).then(
        () => undefined,
        (error: Error) => error.message,
      )
    })
    expect(refusal).toContain('This wallet is not set up for smart sessions (wallet_grantPermissions).')
    const batch = await page.evaluate(async () => {
      const { latchkey } = globalThis as unknown as { latchkey: import('latchkey').Latchkey }
      const { provider } = latchkey.connections.of('eip155')!
      const { address } = latchkey.account.state.eip155
      const request = {
        version: '2.0.0',
        chainId: `0x${Number(latchkey.network.state.activeNetworks.eip155?.id).toString(16)}`,
        calls: [{ to: address, value: '0x0' }],
        capabilities: { permissions: { context: '0xab' } },
      }
      return provider.request({ method: 'wallet_sendCalls', params: [request] }).then(
        () => undefined,
        (error: Error) => error.message,
      )
    })
    expect(batch).toContain('This wallet is not set up for smart sessions (wallet_sendCalls).')
  })
})
