import { createPublicClient, createTestClient, type Hex, http, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { decide, enterCode, putOffRecovery } from './frame-answers.ts'
import { look, seenViews, smartAccountViews } from './look.ts'
import { poll, type Visitor } from './visitor.ts'

interface Mail {
  readonly to: readonly string[]
  readonly text: string
}

describe.skipIf(!chromiumPath)('a visitor with a smart account', { timeout: 240_000 }, () => {
  const demo = demoVisits({ embeddedWallet: true, only: ['eip155', 'solana'] })

  const frame = ({ page }: Visitor) => page.frameLocator('#w3m-iframe')
  async function codeFor({ page }: Visitor, to: string): Promise<string> {
    let found: string | undefined
    await poll(
      async () => {
        const all = (await (await page.request.get(`${demo.origin}/embedded-wallet/mails`)).json()) as Mail[]
        found = all
          .filter((mail) => mail.to.includes(to))
          .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
          .find(Boolean)
        return found
      },
      { message: 'the mail with the code arrives' },
    ).toBeTruthy()
    return found as string
  }
  async function logIn(visitor: Visitor, email: string): Promise<void> {
    const { page, press, row, is } = visitor
    await press(page.getByTestId('connect-button'))
    await row('email-input').fill(email)
    await press(row('email-submit'))
    await enterCode(page.frameLocator('#w3m-iframe'), await codeFor(visitor, email))
    await putOffRecovery(visitor)
    await is('eip155', 'connected')
  }
  const says = ({ card }: Visitor, family: 'eip155' | 'solana') =>
    card(family).getByRole('status').textContent()
  const node = () =>
    demo.devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')?.rpcUrls.default.http[0]
  const reader = () => createPublicClient({ transport: http(node()) })
  const balanceOf = (address: string) => reader().getBalance({ address: address as Hex })
  const fund = (address: string) =>
    createTestClient({ mode: 'anvil', transport: http(node()) }).setBalance({
      address: address as Hex,
      value: parseEther('1'),
    })
  async function toggle(visitor: Visitor, text: string): Promise<void> {
    const { row, press, openAccount } = visitor
    await openAccount()
    await press(row('account-settings'))
    await poll(() => row('account-toggle-type').textContent(), {
      message: 'the button that switches is shown',
    }).toContain(text)
    await press(row('account-toggle-type'))
    await poll(() => row('account-toggle-type').textContent(), {
      message: 'the button that switches changes',
    }).not.toContain(text)
  }

  it('switches to the smart account, pays from it, sends a batch in one transaction, and switches back', async () => {
    const visitor = await demo.visit({ as: 'embedded-wallet' })
    const { page, press, card, isClosed, address, addressOf } = visitor
    await logIn(visitor, 'gina@example.org')
    await isClosed()
    const plain = (await address('eip155')) as string
    await toggle(visitor, 'Switch to your smart account')
    await look(page, 'account-settings')
    await page.keyboard.press('Escape')
    await isClosed()
    const smart = (await address('eip155')) as string
    expect(smart).not.toBe(plain)
    expect(await reader().getCode({ address: smart as Hex })).toBeUndefined()
    await fund(smart)

    const payee = addressOf('erin', 'eip155')
    const before = await balanceOf(payee)
    await press(card('eip155').getByRole('button', { name: 'Send 0.01' }))
    await decide(visitor, 'Approve')
    await poll(() => says(visitor, 'eip155'), { message: 'the page says Sent' }).toContain('Sent')
    await isClosed()
    expect((await balanceOf(payee)) - before).toBe(parseEther('0.01'))
    expect(await reader().getCode({ address: smart as Hex })).toMatch(/^0x./)

    await press(card('eip155').getByRole('button', { name: 'Send two at once' }))
    await visitor.titled('Approve transaction')
    await frame(visitor).getByRole('heading', { name: 'Send 2 calls' }).waitFor()
    await look(page, 'approve-batch')
    await decide(visitor, 'Approve')
    await poll(() => says(visitor, 'eip155'), { message: 'the page says Sent both' }).toContain('Sent both')
    await isClosed()
    const [hash] = /0x[\da-f]{64}/.exec((await says(visitor, 'eip155')) ?? '') ?? []
    expect((await reader().getTransactionReceipt({ hash: hash as Hex })).status).toBe('success')
    expect((await balanceOf(payee)) - before).toBe(parseEther('0.03'))
    expect(await balanceOf(plain)).toBe(0n)

    // The smart account stays active, also at the next visit.
    await visitor.reload()
    await visitor.is('eip155', 'connected')
    await poll(() => address('eip155'), { message: 'the account is the chosen account' }).toBe(smart)
    await toggle(visitor, 'Switch to your standard account')
    await page.keyboard.press('Escape')
    await isClosed()
    await poll(() => address('eip155'), { message: 'the account is the chosen account' }).toBe(plain)
    await press(card('eip155').getByRole('button', { name: 'Sign' }))
    await decide(visitor, 'Approve')
    await poll(() => says(visitor, 'eip155'), { message: 'the page says Signed' }).toContain('Signed')
    expect([...seenViews()].sort()).toEqual(expect.arrayContaining([...smartAccountViews]))
  })

  it('signs in with an account that is not deployed', { tags: ['ci'] }, async () => {
    const visitor = await demo.visit({ as: 'email-sign-in' })
    const { page, press, row, address } = visitor
    await logIn(visitor, 'hugo@example.org')
    await visitor.titled('Sign in to Latchkey demo')
    await press(row('sign-in-sign'))
    await decide(visitor, 'Approve')
    await visitor.isClosed()
    const smart = (await address('eip155')) as string
    expect(await reader().getCode({ address: smart as Hex })).toBeUndefined()
    await poll(() => page.getByTestId('sign-in').getAttribute('data-status'), {
      message: 'the sign in becomes signed-in',
    }).toBe('signed-in')
    const { sessions } = (await page.evaluate(async () => (await fetch('/auth/sessions')).json())) as {
      readonly sessions: unknown
    }
    expect(JSON.stringify(sessions)).toContain(smart)
  })

  it('sends SOL with an approval in the wallet', async () => {
    const visitor = await demo.visit({ as: 'embedded-wallet' })
    const { press, card, isClosed, address, addressOf } = visitor
    await logIn(visitor, 'iris@example.org')
    await visitor.is('solana', 'connected')
    await isClosed()
    const solana = demo.devnet.networks.find(({ chainNamespace }) => chainNamespace === 'solana')
    const url = solana?.rpcUrls.default.http[0] ?? ''
    const ask = async (method: string, params: readonly unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      return ((await answer.json()) as { readonly result: never }).result
    }
    const lamports = async (of: string) =>
      ((await ask('getBalance', [of])) as unknown as { readonly value: number }).value
    await ask('requestAirdrop', [await address('solana'), 1_000_000_000])
    await poll(async () => lamports((await address('solana')) as string), {
      message: 'the balance arrives',
    }).toBeGreaterThan(0)
    const payee = addressOf('erin', 'solana')
    const before = await lamports(payee)
    await press(card('solana').getByRole('button', { name: 'Send 0.01' }))
    await decide(visitor, 'Approve')
    await poll(() => says(visitor, 'solana'), { message: 'the page says Sent' }).toContain('Sent')
    expect((await lamports(payee)) - before).toBe(10_000_000)
  })
})
