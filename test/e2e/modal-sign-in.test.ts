import { beforeAll, describe, expect, it } from 'vitest'
import { type SignInSession, verifySignIn } from '../../src/siwx/index.ts'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { look, seenViews, signInViews } from './look.ts'
import { families, phone, poll, type Visitor } from './visitor.ts'

/**
 * For each family: the name of the wallet in the list, and whether the visitor switches accounts in the modal or in the
 * wallet.
 */
const wallets = {
  eip155: ['Dev Ethereum', 'modal'],
  solana: ['Dev Solana', 'wallet'],
  bip122: ['Dev Bitcoin', 'modal'],
  polkadot: ['dev-polkadot', 'modal'],
  cosmos: ['Keplr', 'wallet'],
} as const
type Family = keyof typeof wallets

interface Answer {
  readonly sessions: readonly SignInSession[]
  /** The id of the user who has signed in. */
  readonly id?: string
  readonly accounts?: readonly string[]
  /** The code of the error with which the server refuses. */
  readonly code?: string
}

describe.skipIf(!chromiumPath)('a visitor who must sign in', () => {
  const demo = demoVisits()

  // The server's database starts at the first request. On a busy machine, the start takes longer than a page waits.
  beforeAll(async () => {
    await fetch(`${demo.origin}/auth/sessions`)
  })

  const status = ({ page }: Visitor) => page.getByTestId('sign-in').getAttribute('data-status')
  const isNow = (visitor: Visitor, wanted: string) =>
    poll(() => status(visitor), { message: 'the sign-in has its status' }).toBe(wanted)
  async function connect(visitor: Visitor, family: Family): Promise<void> {
    await visitor.press(visitor.card(family).getByRole('button', { name: 'Connect' }))
    await visitor.choose(wallets[family][0])
    await visitor.titled('Sign in to Latchkey demo')
  }
  /** Returns the last prompt of the wallet. */
  const asked = async ({ wallets: held }: Visitor, id: string) =>
    (await held.states()).find((state) => state.id === id)?.asked
  /** Returns the demo server's answer to this browser. */
  const ask = ({ page }: Visitor, path: string): Promise<Answer> =>
    page.evaluate(async (path) => (await fetch(`/auth${path}`)).json(), path)
  const kept = async (visitor: Visitor) => (await ask(visitor, '/sessions')).sessions
  const user = (visitor: Visitor) => ask(visitor, '/me')

  it.each(families)('signs in on %s, stays signed in after a reload, and signs out', async (family) => {
    if (!demo.present().includes(family)) return
    const visitor = await demo.visit({ as: 'sign-in' })
    const { row, press, is, isClosed, reload, page } = visitor
    await connect(visitor, family)
    await isNow(visitor, 'required')
    await row('sign-in-site').waitFor()
    await poll(() => row('sign-in-site').textContent(), { message: 'the sign in site is shown' }).toBe(
      new URL(demo.origin).host,
    )
    if (family === 'eip155') await look(page, 'sign-in')
    await press(row('sign-in-sign'))
    await isNow(visitor, 'signed-in')
    await isClosed()
    if (family === 'solana') expect(await asked(visitor, 'solana')).toBe('solana:signIn')
    const [session] = await kept(visitor)
    // The session can be verified a second time, with the same result.
    const { nonce, domain } = session!.data
    await verifySignIn(session!, { nonce, domain, uri: () => true })
    const first = `${family}:${await visitor.address(family)}`
    expect((await user(visitor)).accounts).toEqual([first])
    // The page stores no data that would open the session in another browser.
    expect(await page.evaluate(() => document.cookie + localStorage.getItem('@latchkey/siwx'))).toBe('null')

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
    await visitor.titled('Sign in to Latchkey demo')
    await isNow(visitor, 'required')
    await press(row('sign-in-sign'))
    await isNow(visitor, 'signed-in')
    expect(await kept(visitor)).toHaveLength(2)
    const second = `${family}:${await visitor.address(family)}`
    await poll(() => page.getByTestId('server-user').getByRole('listitem').allTextContents(), {
      message: 'the server has the user',
    }).toEqual([first, second])
    if (family === 'eip155') await look(page, 'demo-signed-in')
    await press(page.getByTestId('sign-in').getByRole('button', { name: 'Sign out' }))
    await is(family, 'disconnected')
    await isNow(visitor, 'no-account')
    await poll(() => user(visitor), { message: 'the server knows the user' }).toEqual({
      code: 'siwx/not-authenticated',
    })
    expect(await kept(visitor)).toEqual([])
  })

  it('signs in on each family over one WalletConnect session', async () => {
    const other = await demo.visit()
    const visitor = await demo.visit({ as: 'sign-in' })
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
      await titled('Sign in to Latchkey demo')
      await press(row('sign-in-sign'))
      await isNow(visitor, 'signed-in')
      await isClosed()
    }
    const sessions = await kept(visitor)
    expect(sessions).toHaveLength(demo.present().length)
    for (const session of sessions) await verifySignIn(session, { ...session.data, uri: () => true })
    expect((await user(visitor)).accounts).toHaveLength(demo.present().length)
  })

  it('signs in with one click over WalletConnect if all networks are eip155', async () => {
    const other = await demo.visit()
    const visitor = await demo.visit({ as: 'one-click' })
    const { page, row, press, modal, is, isClosed, networksOf, carryOver, reload } = visitor
    await press(page.getByTestId('connect-button'))
    await press(row('wallet-selector-walletconnect'))
    await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/auth/sessions', async (route) => {
      if (route.request().method() === 'PUT') await held
      await route.continue()
    })
    await carryOver(other.page)
    const message = modal().getByTestId('snackbar-message')
    await poll(() => message.textContent(), { message: 'the modal says Authenticating' }).toBe(
      'Authenticating...',
    )
    await look(page, 'sign-in-one-click', { own: true })
    letGo()
    await isNow(visitor, 'signed-in')
    await is('eip155', 'connected')
    await isClosed()
    expect(await message.count()).toBe(0)
    const sessions = await kept(visitor)
    expect(sessions.map(({ data }) => data.chainId).sort()).toEqual(
      networksOf('eip155')
        .map(({ caipNetworkId }) => caipNetworkId)
        .sort(),
    )
    for (const session of sessions) await verifySignIn(session, { ...session.data, uri: () => true })

    await reload()
    await is('eip155', 'connected')
    await isNow(visitor, 'signed-in')
    expect(await modal().isVisible()).toBe(false)
    const [, second] = networksOf('eip155')
    await press(page.getByTestId('network-button'))
    await press(row(`network-switch-${second!.name}`))
    await poll(() => visitor.card('eip155').textContent(), {
      message: 'the card of the family is shown',
    }).toContain(second!.name)
    await isNow(visitor, 'signed-in')
    await page.keyboard.press('Escape')
    await isClosed()
    await press(page.getByTestId('sign-in').getByRole('button', { name: 'Sign out' }))
    await is('eip155', 'disconnected')
    await poll(() => user(visitor), { message: 'the server knows the user' }).toEqual({
      code: 'siwx/not-authenticated',
    })
  })

  it("signs in with one click on a phone, in the visitor's language, with the app that the link opens", {
    tags: ['ci'],
  }, async () => {
    const visitor = await demo.visit({ as: 'one-click', screen: phone })
    const { page, press, modal, is } = visitor
    await page.getByLabel('Language of the modal').selectOption('es')
    let answer = () => {}
    const looked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/auth/sessions', async (route) => {
      if (route.request().method() === 'PUT') await looked
      await route.continue()
    })
    await press(page.getByTestId('connect-button'))
    await visitor.choose('Headless Wallet')
    await poll(() => modal().getByTestId('snackbar-message').textContent(), {
      message: 'the modal says Autenticando',
    }).toBe('Autenticando...')
    await look(page, 'sign-in-one-click-phone')
    answer()
    await isNow(visitor, 'signed-in')
    await is('eip155', 'connected')
  })

  // Separate accounts, because in the other tests, Alice and Bob belong to the same user.
  it("can sign in with another user's account only after signing out", async () => {
    const connectAs = async (visitor: Visitor, holder: string) => {
      await visitor.wallets.command('multi', { holder })
      await visitor.press(visitor.card('eip155').getByRole('button', { name: 'Connect' }))
      await visitor.choose('Dev Multi')
      await visitor.titled('Sign in to Latchkey demo')
    }
    const sign = async (visitor: Visitor) => {
      await visitor.press(visitor.row('sign-in-sign'))
      await isNow(visitor, 'signed-in')
    }
    const carol = await demo.visit({ as: 'sign-in' })
    await connectAs(carol, 'carol')
    await sign(carol)
    const { id: other } = await user(carol)
    const visitor = await demo.visit({ as: 'sign-in' })
    const { page, row, press, titled, is } = visitor
    await connectAs(visitor, 'dave')
    await sign(visitor)
    const own = await user(visitor)
    expect(own.id).not.toBe(other)
    await press(page.getByRole('button', { name: 'carol in Dev Multi' }))
    await titled('Sign in to Latchkey demo')
    await isNow(visitor, 'required')
    await press(row('sign-in-sign'))
    await row('sign-in-refused').waitFor()
    await poll(() => row('sign-in-refused').textContent(), {
      message: 'the server refused the sign-in, and says why',
    }).toMatch(/The site refused the sign-in.*This account belongs to another user/)
    await press(row('what-is-this'))
    await poll(() => row('error-detail').textContent(), { message: 'the details explain the refusal' }).toBe(
      'The account belongs to another user',
    )
    await look(page, 'sign-in-other-user')
    expect(await user(visitor)).toEqual(own)
    await press(row('sign-in-cancel'))
    await is('eip155', 'disconnected')
    await poll(() => user(visitor), { message: 'the server knows the user' }).toEqual({
      code: 'siwx/not-authenticated',
    })
    await connectAs(visitor, 'carol')
    await sign(visitor)
    expect((await user(visitor)).id).toBe(other)
  })

  it("can't close the request, but can disconnect with Cancel and try again", async () => {
    const visitor = await demo.visit({ as: 'sign-in' })
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

  it('sees on a phone that nothing was signed, and can sign in again', { tags: ['all'] }, async () => {
    const visitor = await demo.visit({ as: 'sign-in', screen: phone })
    const { page, row, press, wallets: held } = visitor
    await connect(visitor, 'eip155')
    await held.command('ethereum', { manner: 'reject' })
    await press(row('sign-in-sign'))
    await row('sign-in-refused').waitFor()
    await poll(() => row('sign-in-refused').textContent(), {
      message: 'the sign in refused says You didn’t sign',
    }).toContain("You didn't sign")
    await press(row('sign-in-details'))
    await look(page, 'sign-in-declined')
    await held.command('ethereum', { manner: 'approve' })
    await press(row('sign-in-sign'))
    await isNow(visitor, 'signed-in')
    await page.getByTestId('server-user').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.screen.width)).toBe(true)
  })

  it('can skip an optional sign-in, and resume it from the account view', async () => {
    const visitor = await demo.visit({ as: 'sign-in-optional' })
    const { page, row, press, is, isClosed, titled, reload, openAccount } = visitor
    await connect(visitor, 'eip155')
    await isNow(visitor, 'offered')
    await press(row('sign-in-cancel'))
    await isClosed()
    await is('eip155', 'connected')
    // A visitor who skipped the sign-in isn't asked again without an action.
    await reload()
    await isNow(visitor, 'offered')
    expect(await visitor.modal().isVisible()).toBe(false)
    await openAccount()
    await press(row('account-sign-in'))
    await titled('Sign in to Latchkey demo')
    await look(page, 'sign-in-optional')
    await press(row('sign-in-sign'))
    await isNow(visitor, 'signed-in')
    await isClosed()
    await openAccount()
    await press(row('account-sign-out'))
    await isNow(visitor, 'offered')
    await is('eip155', 'connected')
  })

  it('has seen every expected view at the end of these tests', () => {
    expect([...seenViews()]).toEqual(expect.arrayContaining([...signInViews]))
  })
})
