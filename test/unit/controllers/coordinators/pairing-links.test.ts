import { memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { pairingExpiry } from '../../../../src/core/wallet/links/pairing-expiry.ts'
import type { PageTraits } from '../../../../src/ports.ts'
import { clientWorld } from '../../../support/client-world.ts'

const phantom = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
const coinbase = 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa'
const iphone = { ios: true, safari: true, appleSafari: true, mobile: true }
const android = { android: true, safari: true, mobile: true }
const rainbow = { id: 'rainbow', name: 'Rainbow', mobile_link: 'rainbow:' }

async function world(traits: Partial<PageTraits>, globals: Record<string, unknown> = {}) {
  const surroundings = memoryPlatform({ traits, globals })
  const all = clientWorld({ connectors: [{ id: 'wc', type: 'WALLET_CONNECT' }], surroundings })
  const { latchkey, clock, platform } = all
  const wallet = all.wallet('wc')
  wallet.onOpen = () => new Promise(() => {})
  await latchkey.ready()
  await latchkey.pairing.prepare()
  /** Waits until the relay's answer is shown. */
  async function show(): Promise<void> {
    await expect
      .poll(() => latchkey.pairing.state.status, { message: 'the pairing begins' })
      .toBe('connecting')
    wallet.events.emit('displayUri', { uri: 'wc:a@2', expiresAt: pairingExpiry('', clock.now()) })
  }
  return { latchkey, show, opened: platform.page.opened, page: platform.page }
}

describe('choosing a wallet from the list', () => {
  it('opens its app inside the click on a phone with a URI, and once', async () => {
    const { latchkey, show, opened } = await world(iphone)
    await latchkey.open()
    await show()
    latchkey.modal.selectWallet(rainbow)
    // Not even one task later: the click is over then.
    expect(opened).toEqual([{ url: 'rainbow://wc?uri=wc%3Aa%402', target: '_self' }])
    expect(latchkey.router.state).toMatchObject({
      view: 'ConnectingWalletConnect',
      data: { wallet: rainbow, opened: true },
    })
    expect(latchkey.pairing.state.linking).toEqual({ name: 'Rainbow', href: 'rainbow://' })
  })

  it('opens nothing without a URI yet, or on a desktop', async () => {
    for (const traits of [android, {}]) {
      const { latchkey, opened } = await world(traits)
      await latchkey.open()
      latchkey.modal.selectWallet(rainbow)
      expect(opened).toEqual([])
      expect(latchkey.router.state).toMatchObject({ data: { opened: false } })
    }
  })

  it('opens no unsafe link', async () => {
    const { latchkey, show, opened } = await world(iphone)
    await latchkey.open()
    await show()
    latchkey.modal.selectWallet({ id: 'evil', name: 'Evil', mobile_link: 'javascript:alert(1)//' })
    expect(opened).toEqual([])
  })

  it("opens the page in the wallet's own browser on a phone, if that is its only way", async () => {
    const { latchkey, opened, page } = await world(android)
    await latchkey.open()
    latchkey.modal.selectWallet({ id: phantom, name: 'Phantom' })
    const href = encodeURIComponent(page.location?.href ?? '')
    const ref = encodeURIComponent(page.location?.origin ?? '')
    const url = `https://phantom.app/ul/browse/${href}?ref=${ref}`
    expect(opened).toEqual([{ url, target: '_self' }])
    expect(latchkey.pairing.inAppLink({ id: phantom })).toEqual({ open: url, target: '_self' })
    // A link that is not WalletConnect's brings no wallet to the front later.
    expect(latchkey.pairing.state.linking).toBeUndefined()
  })

  it.each([
    ['a desktop', {}, {}, phantom],
    ['a page that is in that browser already', android, { phantom: {} }, phantom],
    ['another family than the displayed one', android, {}, coinbase],
  ])('leaves the page where it is on %s', async (_, traits, globals, id) => {
    const { latchkey, opened } = await world(traits, globals)
    await latchkey.open()
    latchkey.modal.selectWallet({ id, name: 'Wallet' })
    expect(opened).toEqual([])
    expect(latchkey.pairing.inAppLink({ id })).toBeUndefined()
  })

  it('uses the family that the modal was opened for', async () => {
    const { latchkey } = await world(android)
    expect(latchkey.pairing.inAppLink({ id: coinbase })).toBeUndefined()
    latchkey.connector.setFilterByNamespace('solana')
    expect(latchkey.pairing.inAppLink({ id: coinbase })?.open).toContain('https://go.cb-w.com/dapp?cb_url=')
  })

  it.each([
    ['inside Telegram', { telegram: true }, '_blank'],
    ['in a frame', { framed: true }, '_top'],
    ['elsewhere', {}, '_self'],
  ])('opens links in the window that the platform rule gives: %s', async (_, traits, target) => {
    const { latchkey, show, opened } = await world({ ...iphone, ...traits })
    await latchkey.open()
    await show()
    latchkey.modal.selectWallet(rainbow)
    latchkey.modal.selectWallet({ id: phantom, name: 'Phantom' })
    expect(opened.map((one) => one.target)).toEqual([target, target])
    expect(latchkey.pairing.linkForAny()).toEqual({ open: 'wc:a@2', target })
  })
})
