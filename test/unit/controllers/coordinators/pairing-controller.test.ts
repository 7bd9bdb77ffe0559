import { memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import { pairingExpiry } from '../../../../src/core/wallet/links/pairing-expiry.ts'
import type { PageTraits } from '../../../../src/ports.ts'
import {
  type ClientWorldOptions,
  clientWorld,
  storeConnections,
  storedConnection,
} from '../../../support/client-world.ts'

const deepLink = 'WALLETCONNECT_DEEPLINK_CHOICE'

async function world(traits: Partial<PageTraits> = {}, options: ClientWorldOptions = {}) {
  const surroundings = memoryPlatform({ traits })
  const all = clientWorld({ connectors: [{ id: 'wc', type: 'WALLET_CONNECT' }], surroundings, ...options })
  const { latchkey, clock, platform } = all
  const wallet = all.wallet('wc')
  const opened: { resolve(): void; reject(error: unknown): void }[] = []
  wallet.onOpen = () => new Promise<void>((resolve, reject) => opened.push({ resolve, reject }))
  await latchkey.ready()
  const show = (uri = 'wc:a@2') =>
    wallet.events.emit('displayUri', { uri, expiresAt: pairingExpiry(uri, clock.now()) })
  const asked = (count = 1) =>
    expect.poll(() => opened.length, { message: 'the wallet is asked for a pairing' }).toBe(count)
  return { ...all, pairing: latchkey.pairing, wallet, opened, show, asked, storage: platform.storage }
}
const iphone = { ios: true, safari: true, mobile: true }
const rainbow = { id: 'rainbow', name: 'Rainbow', mobile_link: 'rainbow:', link_mode: 'https://rnbwapp.com' }
const aborted = { code: 'flow/aborted' }
const goodUri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

describe('a pairing', () => {
  it('has a URI until a wallet uses it, and is then connected', async () => {
    const { pairing, opened, show, asked, storage } = await world()
    const done = pairing.pair()
    await asked()
    expect(pairing.state).toMatchObject({ status: 'connecting', uri: undefined })
    show('wc:one@2')
    show('wc:two@2')
    expect(pairing.state.uri).toBe('wc:two@2')
    opened[0]!.resolve()
    await done
    expect(pairing.state).toMatchObject({ status: 'connected', uri: undefined })
    expect(storage.get(deepLink)).toBeNull()
  })

  it('serves a second caller too, and ends when the last caller aborts', async () => {
    const { pairing, opened, show, asked, status } = await world()
    const [one, two] = [new AbortController(), new AbortController()]
    const both = [pairing.pair(one), pairing.pair(two)]
    await asked()
    show()
    one.abort()
    await expect(both[0]).rejects.toMatchObject(aborted)
    expect(status('eip155')).toBe('connecting')
    two.abort()
    await expect(both[1]).rejects.toMatchObject(aborted)
    await expect.poll(() => status('eip155'), { message: 'the attempt ends' }).toBe('disconnected')
    expect(opened).toHaveLength(1)
    expect(pairing.state).toMatchObject({ status: 'disconnected', uri: undefined, error: undefined })
  })

  it.each([iphone, { telegram: true }, { safari: true, appleSafari: true }])(
    'is reused on Safari, iOS and in Telegram until it expires (traits of the browser: %o)',
    async (traits) => {
      const { pairing, opened, show, asked, clock, status } = await world(traits)
      const leave = new AbortController()
      const left = pairing.pair(leave)
      await asked()
      show()
      leave.abort()
      await expect(left).rejects.toMatchObject(aborted)
      const again = pairing.pair()
      expect(pairing.state.uri).toBe('wc:a@2')
      opened[0]!.resolve()
      await again
      expect(opened).toHaveLength(1)
      const last = new AbortController()
      const third = pairing.pair(last)
      await asked(2)
      show()
      last.abort()
      await third.catch(() => {})
      expect(pairing.state.uri).toBe('wc:a@2')
      await clock.advance(240_001)
      await expect.poll(() => pairing.state.uri, { message: 'the expired uri is gone' }).toBeUndefined()
      expect(status('eip155')).toBe('connected')
    },
  )

  it('is dropped when the modal closes, unless a caller still waits for it', async () => {
    const { latchkey, pairing, show, asked, status } = await world(iphone)
    await latchkey.open()
    await asked()
    show()
    expect(pairing.state.uri).toBe('wc:a@2')
    latchkey.close()
    await expect.poll(() => pairing.state.status, { message: 'the pairing ends' }).toBe('disconnected')
    expect(pairing.state).toMatchObject({ uri: undefined, error: undefined })

    const control = new AbortController()
    const waiting = pairing.pair(control)
    await asked(2)
    show()
    await latchkey.open()
    latchkey.close()
    expect(pairing.state.uri).toBe('wc:a@2')
    control.abort()
    await expect(waiting).rejects.toMatchObject(aborted)
    await expect.poll(() => status('eip155'), { message: 'the attempt ends' }).toBe('disconnected')
  })

  it.each(['a new caller', 'the open modal'])(
    'is reused again on iOS if %s wants it after the modal has closed',
    async (wantsAgain) => {
      const { latchkey, pairing, show, asked, clock } = await world(iphone)
      const [first, second] = [new AbortController(), new AbortController()]
      const waiting = pairing.pair(first)
      await asked()
      show()
      await latchkey.open()
      latchkey.close()
      const again = wantsAgain === 'a new caller' ? pairing.pair(second) : latchkey.open()
      await pairing.prepare()
      first.abort()
      second.abort()
      await Promise.allSettled([waiting, again])
      await clock.advance(1000)
      expect(pairing.state).toMatchObject({ status: 'connecting', uri: 'wc:a@2' })
      await latchkey.dispose()
    },
  )

  it.each(['a new caller', 'the open modal'])(
    'is created anew if %s wants it right after the modal has closed',
    async (wantsAgain) => {
      const { latchkey, pairing, show, asked } = await world(iphone)
      await latchkey.open()
      await asked()
      show()
      latchkey.close()
      let failure: unknown
      const again = wantsAgain === 'a new caller' ? pairing.pair() : latchkey.open()
      again.catch((error: unknown) => {
        failure = error
      })
      await asked(2)
      show('wc:b@2')
      expect(failure).toBeUndefined()
      expect(pairing.state).toMatchObject({ status: 'connecting', uri: 'wc:b@2' })
      await latchkey.dispose()
    },
  )

  it("isn't created if the modal closes while the code for it still loads", async () => {
    const { latchkey, pairing, opened, clock, status } = await world(iphone)
    await latchkey.open()
    latchkey.close()
    await pairing.prepare()
    await clock.advance(1000)
    expect(opened).toEqual([])
    expect(status('eip155')).toBe('disconnected')
    // The next opening creates it.
    await latchkey.open()
    await expect.poll(() => opened.length, { message: 'the wallet is asked for a pairing' }).toBe(1)
  })

  it("is created in advance only in a browser that must open a wallet's link during the tap", async () => {
    const early = await world(iphone)
    await early.latchkey.open()
    await early.asked()
    early.show()
    await early.latchkey.open()
    expect(early.opened).toHaveLength(1)
    expect(early.pairing.linkFor(rainbow, 'mobile')?.open).toBe('rainbow://wc?uri=wc%3Aa%402')

    const elsewhere = await world({ mobile: true })
    await elsewhere.latchkey.open()
    const manual = await world(iphone, { manualWCControl: true })
    await manual.latchkey.open()
    await manual.clock.advance(1000)
    expect([elsewhere.opened.length, manual.opened.length]).toEqual([0, 0])
  })

  it("isn't created in advance if the visitor is connecting another wallet", async () => {
    const { latchkey, pairing, wallet, status } = await world(iphone, {
      connectors: [{ id: 'wc', type: 'WALLET_CONNECT' }, { id: 'own' }],
    })
    const connecting = latchkey.connect({ connectorId: 'own' })
    pairing.pairEarly(() => true)
    await pairing.prepare()
    await connecting
    expect(status('eip155')).toBe('connected')
    expect(wallet.count.open).toBe(0)
  })

  it('reports a failure, and another pairing can start', async () => {
    const { pairing, opened, show, asked, status } = await world()
    const done = pairing.pair()
    await asked()
    show()
    opened[0]!.reject(latchkeyError('wallet/user-rejected'))
    await expect(done).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(pairing.state).toMatchObject({
      error: { code: 'wallet/user-rejected' },
      status: 'disconnected',
      uri: undefined,
    })
    pairing.pair().catch(() => {})
    await asked(2)
    expect(pairing.state.error).toBeUndefined()
    pairing.reset()
    await expect.poll(() => status('eip155'), { message: 'the attempt ends' }).toBe('disconnected')
  })

  it("stores the wallet's link while the session lasts", async () => {
    const { latchkey, pairing, wallet, opened, show, asked, storage, stored } = await world(
      {},
      { experimental_preferUniversalLinks: true },
    )
    wallet.wallet = { name: 'Rainbow' }
    const finished: unknown[] = []
    pairing.on('finished', (event) => finished.push(event))
    const done = pairing.pair()
    await asked()
    show()
    const link = pairing.linkFor(rainbow, 'mobile')!
    expect(link).toMatchObject({ open: 'https://rnbwapp.com/wc?uri=wc%3Aa%402', target: '_blank' })
    pairing.choose(rainbow, link)
    expect(storage.get(deepLink)).toBeNull()
    opened[0]!.resolve()
    await done
    expect(JSON.parse(storage.get(deepLink)!)).toEqual({ href: 'rainbow://', name: 'Rainbow' })
    expect(stored.get('deeplinkChoice')).toEqual({ href: 'rainbow://', name: 'Rainbow' })
    expect(pairing.state.recentWallets.map(({ id }) => id)).toEqual(['rainbow'])
    expect(latchkey.connector.state.typeOrder).toContain('recent')
    expect(finished).toEqual([{ method: 'mobile', name: 'Rainbow' }])
    await latchkey.disconnect()
    await expect.poll(() => storage.get(deepLink), { message: 'the link is forgotten' }).toBeNull()
    expect(stored.get('deeplinkChoice')).toBeUndefined()
    expect(pairing.state.recentWallets).toHaveLength(1)
  })

  it("removes the wallet's link when the session ends after a second pairing was canceled", async () => {
    const { latchkey, pairing, wallet, opened, show, asked, storage, stored } = await world()
    wallet.wallet = { name: 'Rainbow' }
    const done = pairing.pair()
    await asked()
    show()
    pairing.choose(rainbow, pairing.linkFor(rainbow, 'mobile'))
    opened[0]!.resolve()
    await done
    const control = new AbortController()
    const second = pairing.pair(control)
    await asked(2)
    control.abort()
    await expect(second).rejects.toMatchObject(aborted)
    await expect.poll(() => pairing.state.status, { message: 'the pairing ends' }).toBe('disconnected')
    expect(stored.get('deeplinkChoice')).toBeDefined()
    await latchkey.disconnect()
    await expect.poll(() => storage.get(deepLink), { message: 'the link is forgotten' }).toBeNull()
    expect(stored.get('deeplinkChoice')).toBeUndefined()
  })

  it("removes the wallet's link if the restored session ends while the pairing's code is loading", async () => {
    const link = { href: 'rainbow://', name: 'Rainbow' }
    const surroundings = memoryPlatform()
    surroundings.storage.set(deepLink, JSON.stringify(link))
    const { latchkey, wallet, stored } = clientWorld({
      connectors: [{ id: 'wc', type: 'WALLET_CONNECT', granted: true }],
      surroundings,
      before: (persistence) => {
        persistence.set('deeplinkChoice', link)
        storeConnections(persistence, storedConnection('wc'))
      },
    })
    const restored: unknown[] = []
    latchkey.session.on('established', (event) => {
      restored.push(event.restored)
      wallet('wc').end('wallet')
    })
    await latchkey.ready()
    await expect.poll(() => restored, { message: 'the session is restored' }).toEqual([true])
    await expect
      .poll(() => latchkey.account.state.eip155.status, { message: 'the session ends' })
      .toBe('disconnected')
    await expect
      .poll(() => surroundings.storage.get(deepLink), { message: 'the link is forgotten' })
      .toBeNull()
    expect(stored.get('deeplinkChoice')).toBeUndefined()
  })

  it.each([
    ['another wallet', { href: 'tide://', name: 'Tide' }],
    ['the same wallet', { href: 'rainbow://', name: 'Rainbow' }],
  ])('keeps the link that another tab stored for %s when its own session ends', async (_, link) => {
    const { pairing, wallet, opened, show, asked, storage, stored } = await world()
    wallet.wallet = { name: 'Rainbow' }
    const done = pairing.pair()
    await asked()
    show()
    pairing.choose(rainbow, pairing.linkFor(rainbow, 'mobile'))
    opened[0]!.resolve()
    await done
    storage.changeElsewhere('@latchkey/deeplinkChoice', JSON.stringify({ v: 1, data: link }))
    storage.changeElsewhere(deepLink, JSON.stringify(link))
    wallet.end('wallet')
    await expect.poll(() => pairing.state.status, { message: 'the pairing ends' }).toBe('disconnected')
    expect(JSON.parse(storage.get(deepLink)!)).toEqual(link)
    expect(stored.get('deeplinkChoice')).toEqual(link)
  })

  it('stores the same link again so that other tabs notice it', async () => {
    const { pairing, wallet, opened, show, asked, storage } = await world()
    wallet.wallet = { name: 'Rainbow' }
    const key = '@latchkey/deeplinkChoice'
    // Browsers report a write to other tabs only if it changes the value.
    const changes: (string | null)[] = []
    const noting = (write: (...input: [string, string]) => void, named: (text: string) => string | null) =>
      ((name: string, text: string) => {
        if (name === key && storage.get(key) !== named(text)) changes.push(named(text))
        write(name, text)
      }) as never
    Object.assign(storage, {
      set: noting(storage.set, (text) => text),
      remove: noting(storage.remove, () => null),
    })
    for (const time of [1, 2]) {
      const done = pairing.pair()
      await asked(time)
      show()
      pairing.choose(rainbow, pairing.linkFor(rainbow, 'mobile'))
      opened[time - 1]!.resolve()
      await done
    }
    const text = JSON.stringify({ v: 1, data: { href: 'rainbow://', name: 'Rainbow' } })
    expect(changes).toEqual([text, null, text])
  })

  it('stores the wallet that was chosen before the QR code was scanned, without a link', async () => {
    const { pairing, wallet, opened, asked, storage, stored } = await world()
    wallet.wallet = { name: 'Rainbow' }
    const done = pairing.pair()
    await asked()
    pairing.choose(rainbow)
    opened[0]!.resolve()
    await done
    expect(stored.get('recentWallets')?.map(({ id }) => id)).toEqual(['rainbow'])
    expect(storage.get(deepLink)).toBeNull()
  })

  it('stores the two most recent wallets, newest first, for the next visit', async () => {
    const { latchkey, pairing, wallet, opened, asked, platform } = await world()
    for (const [index, id] of ['one', 'two', 'three'].entries()) {
      wallet.wallet = { name: id }
      const done = pairing.pair()
      await asked(index + 1)
      pairing.choose({ id, name: id })
      opened[index]!.resolve()
      await done
    }
    const recent = ['three', 'two']
    expect(pairing.state.recentWallets.map(({ id }) => id)).toEqual(recent)
    await latchkey.dispose()
    const next = clientWorld({ surroundings: platform })
    await next.latchkey.ready()
    expect(next.latchkey.pairing.state.recentWallets.map(({ id }) => id)).toEqual(recent)
    expect(next.latchkey.connector.state.typeOrder).toContain('recent')
  })

  it('gives no link if the URI is unusable or the link is unsafe', async () => {
    const { pairing, show, asked, clock } = await world()
    expect(pairing.linkFor(rainbow, 'mobile')).toBeUndefined()
    pairing.pair().catch(() => {})
    await asked()
    show()
    expect(pairing.linkFor({ mobile_link: 'javascript:alert(1)' }, 'mobile')).toBeUndefined()
    await clock.advance(231_000)
    expect(pairing.linkFor(rainbow, 'mobile')).toBeUndefined()
  })

  it('shows a URI that a host created before the view opened', async () => {
    const { latchkey, pairing, show, asked } = await world({}, { manualWCControl: true })
    latchkey.connect({ connectorId: 'wc' }).catch(() => {})
    await asked()
    show('wc:host@2')
    await latchkey.open()
    expect(latchkey.router.state.view).toBe('ConnectingWalletConnectBasic')
    expect(pairing.state.uri).toBe('wc:host@2')
  })

  it('shows the URI with which the modal is opened', async () => {
    const { latchkey, pairing, opened } = await world()
    await latchkey.open({ uri: goodUri })
    expect(latchkey.router.state.view).toBe('ConnectingWalletConnectBasic')
    expect(pairing.state.uri).toBe(goodUri)
    expect(opened).toHaveLength(0)
    latchkey.close()
    expect(pairing.state.uri).toBeUndefined()
    for (const uri of ['javascript:alert(1)', 'wc:a@1', `${goodUri}&expiryTimestamp=1`])
      await expect(latchkey.open({ uri })).rejects.toMatchObject({ code: 'validation/invalid-input' })
    expect(latchkey.modal.state.open).toBe(false)
  })

  it('gives no link in the last 10 s before its URI expires', async () => {
    const { latchkey, pairing, clock, opened } = await world()
    const seconds = Math.floor(clock.now() / 1000) + 60
    await latchkey.open({ uri: `${goodUri}&expiryTimestamp=${seconds}` })
    expect(pairing.state.expiresAt).toBe(seconds * 1000)
    const wallet = { mobile_link: 'rainbow:' }
    expect(pairing.linkFor(wallet, 'mobile')).toBeDefined()
    await clock.advance(50_000)
    // In its last 10 s, a URI leaves the visitor too little time.
    expect(pairing.linkFor(wallet, 'mobile')).toBeUndefined()
    expect(opened).toHaveLength(0)
  })

  it('ignores spaces and line breaks around a given URI', async () => {
    const { pairing, clock } = await world()
    const seconds = Math.floor(clock.now() / 1000) + 60
    const uri = `${goodUri}&expiryTimestamp=${seconds}`
    await pairing.setUri(` ${uri}\n`)
    expect(pairing.state).toMatchObject({ uri, expiresAt: seconds * 1000 })
  })

  it('fails if WalletConnect is switched off', async () => {
    const { pairing } = await world({}, { enableWalletConnect: false })
    await expect(pairing.pair()).rejects.toMatchObject({ code: 'connection/walletconnect-not-found' })
    expect(pairing.state.error).toMatchObject({ code: 'connection/walletconnect-not-found' })
  })
})
