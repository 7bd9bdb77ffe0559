import { memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import type { Connector } from '../../../../src/core/wallet/connector.ts'
import { pairingExpiry } from '../../../../src/core/wallet/links/pairing-expiry.ts'
import type { PageTraits } from '../../../../src/ports.ts'
import { clientWorld } from '../../../support/client-world.ts'

const phantom = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
const coinbase = 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa'
const iphone = { ios: true, safari: true, appleSafari: true, mobile: true }
const android = { android: true, safari: true, mobile: true }
const rainbow = { id: 'rainbow', name: 'Rainbow', mobile_link: 'rainbow:' }
const tide = { id: 'tide', name: 'Tide', mobile_link: 'tide://', link_mode: 'https://tide.example' }
/** The globals of a browser in which a tap has just happened. */
const tapped = { navigator: { userActivation: { isActive: true } } }

async function world(traits: Partial<PageTraits>, globals: Record<string, unknown> = {}) {
  const surroundings = memoryPlatform({ traits, globals })
  const all = clientWorld({
    connectors: [{ id: 'wc', type: 'WALLET_CONNECT' }],
    customWallets: [tide],
    surroundings,
  })
  const { latchkey, clock, platform } = all
  const wallet = all.wallet('wc')
  let settle = () => {}
  const approved = new Promise<void>((resolve) => {
    settle = resolve
  })
  wallet.onOpen = () => approved
  await latchkey.ready()
  await latchkey.pairing.prepare()
  /** Waits until the pairing has begun, and shows its URI. */
  async function show(): Promise<void> {
    await expect
      .poll(() => latchkey.pairing.state.status, { message: 'the pairing begins' })
      .toBe('connecting')
    wallet.events.emit('displayUri', { uri: 'wc:a@2', expiresAt: pairingExpiry('', clock.now()) })
  }
  /** Approves the pairing in a wallet with the description `described`. */
  async function connected(described: NonNullable<Connector['wallet']>): Promise<void> {
    wallet.wallet = described
    settle()
    await expect
      .poll(() => latchkey.pairing.state.status, { message: 'the wallet is connected' })
      .toBe('connected')
  }
  const sent = (id = 7) => wallet.events.emit('requestSent', { id, topic: 'abc' })
  const answered = () => wallet.events.emit('requestSent', undefined)
  const { page } = platform
  return { ...all, show, connected, sent, answered, opened: page.opened, page, pairing: latchkey.pairing }
}

describe('choosing a wallet from the list', () => {
  it("opens the wallet's app within the click, on a phone that has a URI", async () => {
    const { latchkey, show, opened } = await world(iphone)
    await latchkey.open()
    await show()
    latchkey.modal.selectWallet(rainbow)
    // The app must open in the same task, because the browser doesn't count the click in later tasks.
    expect(opened).toEqual([{ url: 'rainbow://wc?uri=wc%3Aa%402', target: '_self' }])
    expect(latchkey.router.state).toMatchObject({
      view: 'ConnectingWalletConnect',
      data: { wallet: rainbow, opened: true },
    })
    expect(latchkey.pairing.state.linking).toEqual({ name: 'Rainbow', href: 'rainbow://' })
  })

  it('opens no app on a phone before there is a URI, and no app on a desktop', async () => {
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

  it("opens the page in the wallet's own browser on a phone, if the wallet supports no other connection", async () => {
    const { latchkey, opened, page } = await world(android)
    await latchkey.open()
    latchkey.modal.selectWallet({ id: phantom, name: 'Phantom' })
    const href = encodeURIComponent(page.location?.href ?? '')
    const ref = encodeURIComponent(page.location?.origin ?? '')
    const url = `https://phantom.app/ul/browse/${href}?ref=${ref}`
    // If the app isn't installed, the link opens the wallet's website. So the link opens in another window.
    expect(opened).toEqual([{ url, target: '_blank' }])
    expect(latchkey.pairing.inAppLink({ id: phantom })).toEqual({ open: url, target: '_blank' })
    // Only a WalletConnect link is used later to open the wallet again.
    expect(latchkey.pairing.state.linking).toBeUndefined()
  })

  it.each([
    ['on a desktop', {}, {}, phantom],
    ['if the page is already open in the browser of the wallet', android, { phantom: {} }, phantom],
    ['if the wallet does not support the displayed family', android, {}, coinbase],
  ])('stays on the page %s', async (_, traits, globals, id) => {
    const { latchkey, opened } = await world(traits, globals)
    await latchkey.open()
    latchkey.modal.selectWallet({ id, name: 'Wallet' })
    expect(opened).toEqual([])
    expect(latchkey.pairing.inAppLink({ id })).toBeUndefined()
  })

  it("opens the page in a wallet's own browser if the wallet supports the family for which the modal was opened", async () => {
    const { latchkey } = await world(android)
    expect(latchkey.pairing.inAppLink({ id: coinbase })).toBeUndefined()
    latchkey.connector.setFilterByNamespace('solana')
    expect(latchkey.pairing.inAppLink({ id: coinbase })?.open).toContain('https://go.cb-w.com/dapp?cb_url=')
  })

  it.each([
    ['inside Telegram', { telegram: true }, '_blank'],
    ['in a frame', { framed: true }, '_top'],
    ['elsewhere', {}, '_self'],
  ])('opens links in the right window %s', async (_, traits, target) => {
    const { latchkey, show, opened } = await world({ ...iphone, ...traits })
    await latchkey.open()
    await show()
    latchkey.modal.selectWallet(rainbow)
    latchkey.modal.selectWallet({ id: phantom, name: 'Phantom' })
    expect(opened.map((one) => one.target)).toEqual([target, '_blank'])
    expect(latchkey.pairing.linkForAny()).toEqual({ open: 'wc:a@2', target })
  })
})

const deepLink = 'WALLETCONNECT_DEEPLINK_CHOICE'

describe('the link that a tap opened', () => {
  /** Taps Rainbow's row in the list on an iPhone. */
  async function tap(globals: Record<string, unknown> = {}) {
    const all = await world(iphone, globals)
    await all.latchkey.open()
    await all.show()
    all.latchkey.modal.selectWallet(rainbow)
    return all
  }

  it.each([
    ['by its scheme', { name: 'Other', redirect: { native: 'rainbow://' } }],
    ['by its name', { name: 'rainbow' }],
  ])('is stored if Latchkey recognizes the connected wallet as the tapped one %s', async (_, described) => {
    const { pairing, connected, platform } = await tap()
    await connected(described)
    expect(JSON.parse(platform.storage.get(deepLink)!)).toEqual({ href: 'rainbow://', name: 'Rainbow' })
    expect(pairing.state.recentWallets.map(({ id }) => id)).toEqual(['rainbow'])
  })

  it('is replaced by the link of the wallet that connected', async () => {
    const { pairing, connected, sent, platform } = await tap()
    await connected({ name: 'Tide', redirect: { native: 'tide://' } })
    expect(JSON.parse(platform.storage.get(deepLink)!)).toEqual({ href: 'tide://', name: 'Tide' })
    expect(pairing.state.recentWallets.map(({ id }) => id)).toEqual(['tide'])
    sent()
    expect(pairing.state.requestLink?.open).toBe('tide://wc?requestId=7&sessionTopic=abc')
  })

  it.each([
    ['without a link', undefined],
    ['with an unsafe link', { native: 'javascript:alert(1)' }],
    ['with an unknown scheme', { native: 'unheard://' }],
  ])('is dropped if a wallet other than the tapped one connects %s', async (_, redirect) => {
    const { pairing, connected, sent, opened, platform } = await tap(tapped)
    await connected({ name: 'Unheard of', redirect })
    expect(platform.storage.get(deepLink)).toBeNull()
    expect(pairing.state.recentWallets).toEqual([])
    sent()
    expect(pairing.state.requestLink).toBeUndefined()
    expect(opened).toHaveLength(1)
  })

  it.each([
    ['goes back', ({ latchkey }) => latchkey.modal.goBack()],
    ['closes the modal', ({ latchkey }) => latchkey.close()],
    ['copies the link', ({ pairing }) => pairing.choose(rainbow)],
    ['uses the QR code instead', ({ pairing }) => pairing.choose(undefined)],
    [
      'taps another wallet without a link',
      ({ latchkey }) => latchkey.modal.selectWallet({ id: 'x', name: 'X' }),
    ],
  ] as readonly (readonly [string, (all: Awaited<ReturnType<typeof tap>>) => void])[])(
    'is forgotten when the visitor %s',
    async (_, leave) => {
      const all = await tap()
      const { pairing } = all
      expect(pairing.state.linking).toEqual({ name: 'Rainbow', href: 'rainbow://' })
      leave(all)
      expect(pairing.state.linking).toBeUndefined()
    },
  )

  it('opens only once for two quick taps, and again for a tap half a second later', async () => {
    const { latchkey, opened, clock } = await tap()
    await clock.advance(60)
    latchkey.modal.selectWallet(rainbow)
    expect(opened).toHaveLength(1)
    const link = latchkey.pairing.linkFor(rainbow, 'mobile')!
    expect(latchkey.pairing.follow(link, rainbow)).toBe(false)
    await clock.advance(500)
    expect(latchkey.pairing.follow(link, rainbow)).toBe(true)
    await clock.advance(500)
    latchkey.modal.selectWallet(rainbow)
    expect(opened).toHaveLength(2)
  })
})

describe('a link that the browser refuses to open', () => {
  /** Taps Rainbow's row on an iPhone whose browser refuses to open the link. */
  async function refused(globals: Record<string, unknown> = {}) {
    const all = await world(iphone, globals)
    const { open } = all.page
    const refuse = () => {
      throw new Error('refused')
    }
    all.page.open = refuse
    await all.latchkey.open()
    await all.show()
    all.latchkey.modal.selectWallet(rainbow)
    return { ...all, accept: () => Object.assign(all.page, { open }) }
  }

  it("isn't stored if a phone scans the code instead", async () => {
    const { latchkey, pairing, connected, sent, opened, platform, accept } = await refused(tapped)
    const methods: string[] = []
    pairing.on('finished', ({ method }) => methods.push(method))
    expect(latchkey.router.state).toMatchObject({ data: { opened: false } })
    expect(pairing.state.linking).toBeUndefined()
    accept()
    await connected({ name: 'Rainbow', redirect: { native: 'rainbow://' } })
    expect(methods).toEqual(['qrcode'])
    expect(platform.storage.get(deepLink)).toBeNull()
    sent()
    expect(opened).toEqual([])
  })

  it('opens with the next tap, even if that tap is quick', async () => {
    const { pairing, opened, accept, clock } = await refused()
    accept()
    await clock.advance(60)
    const link = pairing.linkFor(rainbow, 'mobile')!
    expect(pairing.follow(link, rainbow)).toBe(true)
    expect(pairing.state.linking).toEqual({ name: 'Rainbow', href: 'rainbow://' })
    await clock.advance(500)
    expect(pairing.openWallet(rainbow)).toBe(true)
    expect(opened).toHaveLength(1)
  })
})

describe('the link for a request', () => {
  async function connectedByTap(globals: Record<string, unknown> = {}, described: object = {}) {
    const all = await world(iphone, globals)
    await all.latchkey.open()
    await all.show()
    all.latchkey.modal.selectWallet(rainbow)
    await all.connected({ name: 'Rainbow', ...described })
    return all
  }

  it('opens the wallet shortly after a tap, as soon as the relay has the request', async () => {
    const { opened, sent, pairing } = await connectedByTap(tapped)
    expect(pairing.state.requestLink).toBeUndefined()
    sent()
    const open = 'rainbow://wc?requestId=7&sessionTopic=abc'
    expect(opened[1]).toEqual({ url: open, target: '_self' })
    expect(pairing.state.requestLink).toEqual({ name: 'Rainbow', open, target: '_self' })
  })

  it('leads to the earlier of two requests after the later request is answered', async () => {
    const { opened, sent, pairing } = await connectedByTap(tapped)
    sent(7)
    sent(8)
    expect(opened).toHaveLength(3)
    sent(7)
    expect(pairing.state.requestLink?.open).toContain('requestId=7')
    expect(opened).toHaveLength(3)
  })

  it.each(['metamask', '//metamask', 'metamask/'])(
    "is absent for the text %s, which isn't a link",
    async (native) => {
      const { pairing, connected, sent, show } = await world(android, tapped)
      pairing.pair().catch(() => {})
      await show()
      await connected({ name: 'MetaMask', redirect: { native } })
      sent()
      expect(pairing.state.requestLink).toBeUndefined()
    },
  )

  it.each([
    ['the tap is over', { navigator: { userActivation: { isActive: false } } }, {}],
    ["the browser doesn't report whether a tap just happened", { navigator: {} }, {}],
    ['the wallet asks pages to leave it closed', tapped, { staysClosed: true }],
  ])('is only shown, for the visitor to tap, when %s', async (_, globals, described) => {
    const { opened, sent, pairing } = await connectedByTap(globals, described)
    sent()
    expect(opened).toHaveLength(1)
    expect(pairing.state.requestLink?.open).toBe('rainbow://wc?requestId=7&sessionTopic=abc')
  })

  it("isn't used in a later pairing with a phone that scans the code", async () => {
    const { latchkey, pairing, sent, platform, ...all } = await connectedByTap(tapped)
    sent()
    await latchkey.disconnect()
    all.wallet('wc').wallet = { name: 'Tide', redirect: { native: 'tide://' } }
    await pairing.pair()
    expect(platform.storage.get(deepLink)).toBeNull()
    sent()
    expect(platform.page.opened).toHaveLength(2)
  })

  it("doesn't replace the link of an earlier tap if the wallet can be opened only by a new tap", async () => {
    const { latchkey, show, pairing, opened } = await world(iphone)
    await latchkey.open()
    await show()
    latchkey.modal.selectWallet(rainbow)
    expect(pairing.openWallet(rainbow, true)).toBe(false)
    expect(pairing.state.linking).toEqual({ name: 'Rainbow', href: 'rainbow://' })
    expect(opened).toHaveLength(1)
  })

  it('is removed when no request is pending, and when the session ends', async () => {
    const { sent, answered, pairing, latchkey } = await connectedByTap()
    sent()
    answered()
    expect(pairing.state.requestLink).toBeUndefined()
    sent()
    await latchkey.disconnect()
    await expect.poll(() => pairing.state.requestLink, { message: 'the link is gone' }).toBeUndefined()
  })

  it('is never opened for a wallet that scanned the code, but is shown on a phone', async () => {
    for (const [traits, stands] of [
      [android, true],
      [{}, false],
    ] as const) {
      const { latchkey, pairing, connected, sent, show, opened } = await world(traits, tapped)
      pairing.pair().catch(() => {})
      await show()
      await connected({ name: 'Tide', redirect: { native: 'tide://' } })
      sent()
      expect(opened).toEqual([])
      expect(pairing.state.requestLink !== undefined).toBe(stands)
      await latchkey.dispose()
    }
  })
})
