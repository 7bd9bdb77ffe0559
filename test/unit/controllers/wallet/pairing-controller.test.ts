import { manualClock, memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { PairingController } from '../../../../src/controllers/wallet/pairing-controller.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { ConnectorEvents } from '../../../../src/core/wallet/connector.ts'
import { pairingExpiry } from '../../../../src/core/wallet/pairing.ts'
import type { PageTraits } from '../../../../src/ports.ts'
import { createPersistence } from '../../../../src/services/persistence.ts'

function world(traits: Partial<PageTraits> = {}, more: { preferUniversal?: boolean } = {}) {
  const clock = manualClock()
  const platform = memoryPlatform({ clock, traits })
  const persistence = createPersistence({ ...platform, store: platform.storage, name: 'app' })
  const listeners = new Set<(payload: ConnectorEvents['displayUri']) => void>()
  const opened: { signal: AbortSignal; resolve(): void; reject(error: unknown): void }[] = []
  let recent = false
  const pairing = new PairingController({
    ...platform,
    persistence,
    options: { state: { experimental_preferUniversalLinks: more.preferUniversal ?? false } } as never,
    connector: {
      find: () =>
        ({
          on: (_: string, listener: (payload: ConnectorEvents['displayUri']) => void) => {
            listeners.add(listener)
            return () => void listeners.delete(listener)
          },
        }) as never,
      onFound: () => () => {},
      setRecent: (any) => {
        recent = any
      },
    },
    connect: (_, { signal }) =>
      new Promise<void>((resolve, reject) => {
        signal!.addEventListener('abort', () => reject(latchkeyError('flow/aborted')))
        opened.push({ signal: signal!, resolve, reject })
      }),
  })
  pairing.start()
  const show = (uri = 'wc:a@2') => {
    for (const listener of listeners) listener({ uri, expiresAt: pairingExpiry(clock.now()) })
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  return { clock, platform, persistence, pairing, opened, show, listeners, settled, recent: () => recent }
}
const iphone = { ios: true, safari: true, mobile: true }
const rainbow = { id: 'rainbow', name: 'Rainbow', mobile_link: 'rainbow:', link_mode: 'https://rnbwapp.com' }

describe('pairing', () => {
  it('shows the uri until it is used, and is over then', async () => {
    const { pairing, opened, show, listeners, settled, platform } = world()
    const done = pairing.pair()
    await settled()
    expect(pairing.state).toMatchObject({ status: 'connecting', uri: undefined })
    show('wc:one@2')
    show('wc:two@2')
    expect(pairing.state.uri).toBe('wc:two@2')
    opened[0]!.resolve()
    await done
    expect(pairing.state).toMatchObject({ status: 'connected', uri: undefined })
    expect(listeners.size).toBe(0)
    expect(platform.storage.get('WALLETCONNECT_DEEPLINK_CHOICE')).toBeNull()
  })

  it('is joined by a second caller, and ended by the last who leaves', async () => {
    const { pairing, opened, show, settled, listeners } = world()
    const [one, two] = [new AbortController(), new AbortController()]
    const both = [pairing.pair({}, one), pairing.pair({}, two)]
    await settled()
    show()
    expect(opened).toHaveLength(1)
    one.abort()
    await expect(both[0]).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(opened[0]!.signal.aborted).toBe(false)
    two.abort()
    await expect(both[1]).rejects.toMatchObject({ code: 'flow/aborted' })
    await settled()
    expect(opened[0]!.signal.aborted).toBe(true)
    expect(pairing.state).toMatchObject({ status: 'disconnected', uri: undefined, failed: false })
    expect(listeners.size).toBe(0)
  })

  it('WC4: is used again on Safari of iOS and in Telegram until it has expired, and not elsewhere', async () => {
    for (const traits of [iphone, { telegram: true }]) {
      const { pairing, opened, show, settled, clock } = world(traits)
      const leave = new AbortController()
      const left = pairing.pair({}, leave)
      await settled()
      show()
      leave.abort()
      await expect(left).rejects.toMatchObject({ code: 'flow/aborted' })
      expect(pairing.usable).toBe(true)
      const again = pairing.pair()
      expect(opened).toHaveLength(1)
      expect(pairing.state.uri).toBe('wc:a@2')
      opened[0]!.resolve()
      await again
      const last = new AbortController()
      const third = pairing.pair({}, last)
      await settled()
      show()
      last.abort()
      await third.catch(() => {})
      await clock.advance(240_001)
      await settled()
      expect(pairing.usable).toBe(false)
      expect(opened[1]!.signal.aborted).toBe(true)
    }
  })

  it('is not kept when the modal is closed, and goes on for who still waits', async () => {
    const { pairing, opened, show, settled } = world(iphone)
    pairing.leave()
    pairing.prepare()
    await settled()
    show()
    pairing.leave()
    await settled()
    expect(opened[0]!.signal.aborted).toBe(true)
    expect(pairing.state).toMatchObject({ uri: undefined, status: 'disconnected', failed: false })

    const control = new AbortController()
    const waiting = pairing.pair({}, control)
    await settled()
    show()
    pairing.leave()
    expect(pairing.usable).toBe(true)
    expect(opened[1]!.signal.aborted).toBe(false)
    control.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(opened[1]!.signal.aborted).toBe(true)
  })

  it('WC4: is made in advance where a link must open inside the tap, and only there', async () => {
    const early = world(iphone)
    early.pairing.prepare()
    early.pairing.prepare()
    await early.settled()
    early.show()
    early.pairing.prepare()
    expect(early.opened).toHaveLength(1)
    expect(early.pairing.linkFor(rainbow, 'mobile')?.open).toBe('rainbow://wc?uri=wc%3Aa%402')
    const elsewhere = world()
    elsewhere.pairing.prepare()
    await elsewhere.settled()
    expect(elsewhere.opened).toHaveLength(0)
  })

  it('says that it failed, and begins anew', async () => {
    const { pairing, opened, show, settled } = world()
    const done = pairing.pair()
    await settled()
    show()
    opened[0]!.reject(latchkeyError('wallet/user-rejected'))
    await expect(done).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(pairing.state).toMatchObject({ failed: true, status: 'disconnected', uri: undefined })
    pairing.pair().catch(() => {})
    await settled()
    expect(opened).toHaveLength(2)
    expect(pairing.state.failed).toBe(false)
    pairing.reset()
    expect(opened[1]!.signal.aborted).toBe(true)
  })

  it('remembers the wallet and its link once there is a session, and forgets the link at its end', async () => {
    const { pairing, opened, show, settled, platform, recent } = world({}, { preferUniversal: true })
    const finished: unknown[] = []
    pairing.on('finished', (event) => finished.push(event))
    const done = pairing.pair()
    await settled()
    show()
    const link = pairing.linkFor(rainbow, 'mobile')!
    expect(link).toMatchObject({ open: 'https://rnbwapp.com/wc?uri=wc%3Aa%402', target: '_self' })
    pairing.choose(rainbow, link)
    expect(platform.storage.get('WALLETCONNECT_DEEPLINK_CHOICE')).toBeNull()
    opened[0]!.resolve()
    await done
    expect(JSON.parse(platform.storage.get('WALLETCONNECT_DEEPLINK_CHOICE')!)).toEqual({
      href: 'rainbow://',
      name: 'Rainbow',
    })
    expect(pairing.state.recentWallets.map(({ id }) => id)).toEqual(['rainbow'])
    expect(recent()).toBe(true)
    expect(finished).toEqual([{ method: 'mobile', name: 'Rainbow' }])
    pairing.reset()
    expect(platform.storage.get('WALLETCONNECT_DEEPLINK_CHOICE')).toBeNull()
    expect(pairing.state.recentWallets).toHaveLength(1)
  })

  it('keeps the two wallets that were used last', async () => {
    const { pairing, opened, settled } = world()
    for (const [index, id] of ['one', 'two', 'three'].entries()) {
      const done = pairing.pair()
      await settled()
      pairing.choose({ id })
      opened[index]!.resolve()
      await done
    }
    expect(pairing.state.recentWallets.map(({ id }) => id)).toEqual(['three', 'two'])
  })

  it('gives no link without a usable uri, nor one that is not safe', async () => {
    const { pairing, show, settled, clock } = world()
    expect(pairing.linkFor(rainbow, 'mobile')).toBeUndefined()
    pairing.pair().catch(() => {})
    await settled()
    show()
    expect(pairing.linkFor({ mobile_link: 'javascript:alert(1)' }, 'mobile')).toBeUndefined()
    await clock.advance(231_000)
    expect(pairing.linkFor(rainbow, 'mobile')).toBeUndefined()
    pairing.dispose()
  })
})
