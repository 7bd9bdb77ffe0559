import { describe, expect, it } from 'vitest'
import { verifySignIn } from '../../src/siwx/index.ts'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { look, seen, signInViews } from './look.ts'
import { families, phone, poll, type Visitor } from './visitor.ts'

/** By the name under which it is listed, and where its visitor moves to another account. */
const wallets = {
  eip155: ['Dev Ethereum', 'modal'],
  solana: ['Dev Solana', 'wallet'],
  bip122: ['Dev Bitcoin', 'modal'],
  polkadot: ['dev-polkadot', 'modal'],
  cosmos: ['Keplr', 'wallet'],
} as const
type Family = keyof typeof wallets

describe.skipIf(!chromiumPath)('a visitor who has to sign in', { timeout: 120_000 }, () => {
  const demo = demoVisits()

  const status = ({ page }: Visitor) => page.getByTestId('sign-in').getAttribute('data-status')
  const isNow = (visitor: Visitor, wanted: string) => poll(() => status(visitor)).toBe(wanted)
  async function connect(visitor: Visitor, family: Family): Promise<void> {
    await visitor.press(visitor.card(family).getByRole('button', { name: 'Connect' }))
    await visitor.choose(wallets[family][0])
    await visitor.titled('Sign In')
  }
  /** What this browser keeps, as a server would read it. */
  const stored = async ({ page }: Visitor) =>
    JSON.parse((await page.evaluate(() => localStorage.getItem('@latchkey/siwx'))) ?? '[]') as {
      readonly message: string
      readonly signature: string
      readonly scheme?: never
      readonly publicKey?: string
      readonly data: { readonly nonce: string; readonly domain: string }
    }[]

  it.each(families)(
    'signs in on %s, is still signed in after a reload, is asked again as another account, and signs out',
    async (family) => {
      if (!demo.present().includes(family)) return
      const visitor = await demo.visit({ as: 'Sign-in required' })
      const { row, press, is, isClosed, reload, page } = visitor
      await connect(visitor, family)
      await isNow(visitor, 'required')
      await row('sign-in-site').waitFor()
      expect(await row('sign-in-site').textContent()).toBe(new URL(demo.origin).host)
      if (family === 'eip155') await look(page, 'sign-in')
      await press(row('sign-in-sign'))
      await isNow(visitor, 'signed-in')
      await isClosed()
      const [session] = await stored(visitor)
      // Somebody else's code says so too.
      const { nonce, domain } = session!.data
      await verifySignIn(session!, { nonce, domain, uri: () => true })

      await reload()
      await is(family, 'connected')
      await isNow(visitor, 'signed-in')
      expect(await visitor.modal().isVisible()).toBe(false)

      const [name, where] = wallets[family]
      if (where === 'wallet') await press(page.getByRole('button', { name: `bob in ${name}` }))
      else {
        await visitor.openAccount()
        await press(row('account-switch-address'))
        await press(visitor.modal().locator('[data-testid^=switch-address-]:not([aria-current])').first())
      }
      await visitor.titled('Sign In')
      await isNow(visitor, 'required')
      await press(row('sign-in-sign'))
      await isNow(visitor, 'signed-in')
      expect(await stored(visitor)).toHaveLength(2)
      await press(page.getByTestId('sign-in').getByRole('button', { name: 'Sign out' }))
      await is(family, 'disconnected')
      await isNow(visitor, 'nobody')
    },
  )

  it('signs in on each family over one session of WalletConnect', async () => {
    const other = await demo.visit()
    const visitor = await demo.visit({ as: 'Sign-in required' })
    const { page, row, press, modal, titled, isClosed, networksOf, carryOver } = visitor
    await press(page.getByTestId('connect-button'))
    await press(row('wallet-selector-walletconnect'))
    await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
    await carryOver(other.page)
    const [first, ...rest] = demo.present()
    for (const family of [first!, ...rest]) {
      if (family !== first) {
        await press(page.getByTestId('network-button'))
        await press(row(`network-switch-${networksOf(family)[0]!.name}`))
        const ask = row('switch-chain')
        await ask.or(row('sign-in-sign')).waitFor()
        if (await ask.isVisible()) await press(ask)
      }
      await titled('Sign In')
      await press(row('sign-in-sign'))
      await isNow(visitor, 'signed-in')
      await isClosed()
    }
    const sessions = await stored(visitor)
    expect(sessions).toHaveLength(demo.present().length)
    for (const session of sessions) await verifySignIn(session, { ...session.data, uri: () => true })
  })

  it('cannot close what asks, is disconnected by Cancel, and may try again', async () => {
    const visitor = await demo.visit({ as: 'Sign-in required' })
    const { page, row, press, is, isClosed, modal } = visitor
    await connect(visitor, 'eip155')
    await row('sign-in-sign').waitFor()
    for (let times = 0; times < 8; times++) await page.keyboard.press('Escape')
    await press(row('header-close'))
    expect(await modal().isVisible()).toBe(true)
    expect(await status(visitor)).toBe('required')
    await press(row('sign-in-cancel'))
    await is('eip155', 'disconnected')
    await isClosed()
    await connect(visitor, 'eip155')
    await press(row('sign-in-sign'))
    await isNow(visitor, 'signed-in')
    await isClosed()
  })

  it('on a phone is told that nothing was signed, and is asked again', async () => {
    const visitor = await demo.visit({ as: 'Sign-in required', screen: phone })
    const { page, row, press, wallets: held } = visitor
    await connect(visitor, 'eip155')
    await held.command('ethereum', { manner: 'reject' })
    await press(row('sign-in-sign'))
    await row('sign-in-refused').waitFor()
    expect(await row('sign-in-refused').textContent()).toContain('You did not sign')
    await press(row('sign-in-details'))
    await look(page, 'sign-in-declined')
    await held.command('ethereum', { manner: 'approve' })
    await press(row('sign-in-sign'))
    await isNow(visitor, 'signed-in')
  })

  it('who need not may leave it, take it up from the account, and stay connected after signing out', async () => {
    const visitor = await demo.visit({ as: 'Sign-in optional' })
    const { page, row, press, is, isClosed, titled, reload, openAccount } = visitor
    await connect(visitor, 'eip155')
    await isNow(visitor, 'offered')
    await press(row('sign-in-cancel'))
    await isClosed()
    await is('eip155', 'connected')
    // Nobody who left it is asked again without having done anything.
    await reload()
    await isNow(visitor, 'offered')
    expect(await visitor.modal().isVisible()).toBe(false)
    await openAccount()
    await press(row('account-sign-in'))
    await titled('Sign In')
    await look(page, 'sign-in-optional')
    await press(row('sign-in-sign'))
    await isNow(visitor, 'signed-in')
    await isClosed()
    await openAccount()
    await press(row('account-sign-out'))
    await isNow(visitor, 'offered')
    await is('eip155', 'connected')
  })

  it('sees all of its views', () => {
    expect([...seen]).toEqual(expect.arrayContaining([...signInViews]))
  })
})
