import type { Latchkey } from 'latchkey'
import { devices } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { type HostVisitor, hostVisits } from './host-visits.ts'
import { look } from './look.ts'
import { poll } from './visitor.ts'

/** The wallets that the host lists. Each has an app on the phone. */
const apps = ['Lantern', 'Tide', 'Fern'].map((name) => ({
  id: name.toLowerCase(),
  name,
  mobile_link: `${name.toLowerCase()}://`,
}))

/**
 * The phones. On an iPhone, a link must exist before the tap (`early`). Only runs with `LOOKS` and the soak run test
 * both phones. Other runs test the iPhone.
 */
const phones = (
  [
    ['an iPhone', 'iPhone 15', true],
    ['a Pixel', 'Pixel 7', false],
  ] as const
).slice(0, process.env.LOOKS || process.env.LATCHKEY_SOAK ? 2 : 1)

/**
 * Waits for a link that the visitor followed. Returns the app, the uri in the link, and whether the link was opened in
 * the same task as the tap.
 */
async function linked(
  { links }: HostVisitor,
  index = 0,
): Promise<{ app: string; uri: string; inTap: boolean }> {
  await poll(async () => (await links()).length, { message: 'the link is opened' }).toBe(index + 1)
  const { url, inTap } = (await links())[index]!
  if (url.startsWith('wc:')) return { app: 'wc:', uri: url, inTap }
  return { app: url.slice(0, url.indexOf('wc?')), uri: new URL(url).searchParams.get('uri') ?? '', inTap }
}

describe.skipIf(!chromiumPath).each(phones)(
  'a visitor on %s who can connect only over WalletConnect',
  (_, device, early) => {
    const { visit, walletOf } = hostVisits()
    const { defaultBrowserType, ...screen } = devices[device]!
    const pictured = (step: string) => `phone-${device.replaceAll(' ', '-').toLowerCase()}-${step}`

    async function disconnect(visitor: HostVisitor): Promise<void> {
      await visitor.pressButton()
      await visitor.press('disconnect-button')
      await visitor.is('eip155', undefined)
      await visitor.isClosed()
    }

    it('taps the button, chooses WalletConnect, opens a wallet by its link, and is connected', {
      tags: ['ci'],
    }, async () => {
      // Without a catalogue, the list has only the wallets that the page finds.
      const visitor = await visit({ screen, options: { includeWalletIds: ['none'] } })
      const { page, pressButton, press, titled, rows, modal, is, isClosed, button } = visitor
      const wallet = await walletOf('dave')
      await look(page, pictured('1-page'))
      await pressButton()
      await titled('Connect wallet')
      await poll(rows, { message: 'the list is complete' }).toEqual(['wallet-selector-walletconnect'])
      await look(page, pictured('2-only-walletconnect'))
      await press('wallet-selector-walletconnect')
      await titled('WalletConnect')
      await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
      await look(page, pictured('3-code-and-link'))
      await press('open-wallet')
      const { app, uri } = await linked(visitor)
      expect(app).toBe('wc:')
      expect(uri).toBe(await visitor.copied())
      await wallet.pair(uri)
      await is('eip155', 'dave')
      await is('solana', 'dave')
      await isClosed()
      await poll(() => button().textContent(), { message: 'the button is shown' }).toMatch(
        /ETH0x90\.\.\.93b906$/,
      )
      await look(page, pictured('4-connected'))
      await pressButton()
      await poll(() => modal().getByTestId('balance').textContent(), {
        message: 'the balance arrives',
      }).toMatch(/ETH$/)
      await look(page, pictured('5-account'))
      await press('disconnect-button')
      await is('eip155', undefined)
    })

    it('sees popular wallets, even without a catalogue', async () => {
      const { page, pressButton, titled, rows, press, modal } = await visit({ screen })
      await pressButton()
      await titled('Connect wallet')
      await poll(rows, { message: 'the list is complete' }).toContain('all-wallets')
      expect((await rows()).filter((id) => id.startsWith('wallet-selector-recommended-'))).not.toEqual([])
      await look(page, pictured('0-recommended'))
      await press('all-wallets')
      await poll(() => modal().locator('[data-testid^=wallet-selector-]').count(), {
        message: 'the list is there',
      }).toBeGreaterThan(10)
    })

    it('chooses a wallet that the host lists, and sees it first the next time', {
      tags: ['all'],
    }, async () => {
      const visitor = await visit({ screen, options: { customWallets: apps } })
      const { pressButton, press, titled, rows, modal, is, isClosed } = visitor
      const uris = new Set<string>()
      for (const { id, name } of apps) {
        const wallet = await walletOf('dave', { name })
        await pressButton()
        await titled('Connect wallet')
        if (id === 'lantern') await look(visitor.page, pictured('6-list'))
        if (early)
          await poll(
            () =>
              visitor.page.evaluate(
                () => (globalThis as unknown as { latchkey: Latchkey }).latchkey.pairing.state.uri,
              ),
            { message: 'the pairing has its link' },
          ).toBeTruthy()
        await press(`wallet-selector-custom-${id}`)
        const { app, uri, inTap } = await linked(visitor)
        expect(app).toBe(`${id}://`)
        expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
        // A phone that opens apps only during the tap needs the link before the tap.
        if (early) expect(inTap).toBe(true)
        await modal().getByText(`Continue in ${name}`).waitFor()
        if (id === 'lantern') await look(visitor.page, pictured('7-link'))
        await poll(() => modal().getByTestId('open-wallet').getAttribute('href'), {
          message: 'the link to the wallet has its link',
        }).toBe(`${id}://wc?uri=${encodeURIComponent(uri)}`)
        await wallet.pair(uri)
        await is('eip155', 'dave')
        await isClosed()
        uris.add(uri)
        await disconnect(visitor)
        await visitor.comeBack()
      }
      expect(uris.size).toBe(3)

      await visitor.pressButton()
      await titled('Connect wallet')
      await poll(rows, { message: 'the list is complete' }).toEqual([
        'wallet-selector-recent-fern',
        'wallet-selector-recent-tide',
        'wallet-selector-custom-lantern',
        'all-wallets',
      ])
      await look(visitor.page, pictured('8-second-visit'), { own: true })
      await press('wallet-selector-recent-tide')
      const { uri } = await linked(visitor)
      const wallet = await walletOf('dave', { name: 'Tide' })
      await wallet.pair(uri)
      await is('eip155', 'dave')
    })

    it.each([
      ['the app of the wallet that was tapped, if this wallet connected', 'Lantern', 1],
      ['no app, if another wallet connected without a link of its own', 'Tide', 0],
    ] as const)('sees that a request opens %s', async (_, name, opened) => {
      const visitor = await visit({ screen, options: { customWallets: apps } })
      const { page, pressButton, press, titled, is, links } = visitor
      await pressButton()
      await titled('Connect wallet')
      await press('wallet-selector-custom-lantern')
      const { uri } = await linked(visitor)
      const wallet = await walletOf('dave', { name })
      await wallet.pair(uri)
      await is('eip155', 'dave')
      await visitor.isClosed()
      // Holds the wallet's answer back. If the wallet answers before the relay has accepted the request, the page opens
      // no link.
      let answer = () => {}
      const until = new Promise<void>((resolve) => {
        answer = resolve
      })
      wallet.script.next('personal_sign', { until })
      // The host sends a request in its own click handler.
      const signed = page.evaluate(async () => {
        const { latchkey } = globalThis as unknown as { latchkey: Latchkey }
        const account = latchkey.account.state.eip155.caipAddress
        if (!account?.startsWith('eip155:')) throw new Error('Not connected')
        await (await latchkey.adapter('eip155')).signMessage(account as `eip155:${string}:${string}`, 'hello')
      })
      const after = async () => (await links()).slice(1).map(({ url }) => url)
      await poll(() => wallet.script.count('personal_sign'), { message: 'the wallet is asked' }).toBe(1)
      await poll(async () => (await after()).length, { message: 'the app is opened' }).toBe(opened)
      answer()
      await signed
      const found = await after()
      expect(found.map((url) => url.split('?')[0])).toEqual(Array(opened).fill('lantern://wc'))
      expect(found.every((url) => /\?requestId=\d+&sessionTopic=[0-9a-f]{64}$/.test(url))).toBe(true)
    })
  },
)

const phantom = {
  id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  name: 'Phantom',
}
const coinbase = {
  id: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  name: 'Coinbase Wallet',
}

describe.skipIf(!chromiumPath)("a wallet that can't return to a phone's browser", () => {
  const { visit } = hostVisits()
  const { defaultBrowserType, ...screen } = devices['Pixel 7']!
  const options = { customWallets: [phantom, coinbase] }

  it('opens the page in its own browser when the visitor taps the wallet', async () => {
    const visitor = await visit({ screen, options })
    const { page, pressButton, press, titled, modal, links } = visitor
    await pressButton()
    await titled('Connect wallet')
    await press(`wallet-selector-custom-${phantom.id}`)
    const href = encodeURIComponent(page.url())
    const origin = encodeURIComponent(new URL(page.url()).origin)
    const url = `https://phantom.app/ul/browse/${href}?ref=${origin}`
    await poll(async () => (await links()).map((one) => [one.url, one.target]), {
      message: 'the link is opened',
    }).toEqual([[url, '_blank']])
    await modal().getByText('Continue in Phantom').waitFor()
    await poll(() => modal().getByTestId('open-wallet').getAttribute('href'), {
      message: 'the link to the wallet has its link',
    }).toBe(url)
    await look(page, 'in-app-browser')
    // The page doesn't wait for a wallet.
    expect(await pairingStatus(visitor)).toBe('disconnected')
    await press('header-back')
    await titled('Connect wallet')
    // The code that opens the wallet is loaded now, so the tap itself opens the wallet.
    await press(`wallet-selector-custom-${phantom.id}`)
    await poll(async () => (await links())[1], { message: 'the second link is opened' }).toEqual({
      url,
      target: '_blank',
      inTap: true,
    })
  })

  it('opens the page with the family that the modal shows', async () => {
    const visitor = await visit({ screen, options })
    const { page, press, titled, links, modal } = visitor
    await page.evaluate(() => {
      const { latchkey } = globalThis as unknown as { latchkey: Latchkey }
      latchkey.network.setActiveNamespace('solana')
      return latchkey.open()
    })
    await titled('Connect wallet')
    await press(`wallet-selector-custom-${coinbase.id}`)
    await modal().getByText('Continue in Coinbase Wallet').waitFor()
    await poll(async () => (await links()).map((one) => one.url), {
      message: 'the link is opened',
    }).toEqual([`https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page.url())}`])
  })

  it.each([
    ['is on the page already', screen, () => void Object.assign(window, { phantom: {} })],
    ['is on a desktop', {}, undefined],
  ] as const)("doesn't take the visitor away from the page if the wallet %s", async (_, device, before) => {
    const visitor = await visit({
      screen: { ...device },
      options: { customWallets: [{ ...phantom, mobile_link: 'phantom://' }] },
      ...(before && { before }),
    })
    const { pressButton, press, titled, links } = visitor
    await pressButton()
    await titled('Connect wallet')
    await press(`wallet-selector-custom-${phantom.id}`)
    await titled('Phantom')
    await poll(() => pairingStatus(visitor), { message: 'the pairing begins' }).toBe('connecting')
    expect((await links()).filter((one) => one.url.startsWith('https:'))).toEqual([])
  })

  it('opens in its own window inside Telegram', async () => {
    const visitor = await visit({
      screen,
      options,
      before: () => void Object.assign(window, { TelegramWebviewProxy: {} }),
    })
    const { pressButton, press, titled, modal, links } = visitor
    await pressButton()
    await titled('Connect wallet')
    // Inside Telegram, a pairing starts at once, and the code that opens a wallet loads with it.
    await poll(() => pairingStatus(visitor), { message: 'the pairing begins' }).toBe('connecting')
    await press(`wallet-selector-custom-${phantom.id}`)
    await modal().getByText('Continue in Phantom').waitFor()
    expect((await links()).map((one) => [one.target, one.inTap])).toEqual([['_blank', true]])
    await poll(() => modal().getByTestId('open-wallet').getAttribute('target'), {
      message: 'the link to the wallet has target _blank',
    }).toBe('_blank')
  })
})

function pairingStatus({ page }: HostVisitor): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as { latchkey: Latchkey }).latchkey.pairing.state.status)
}
