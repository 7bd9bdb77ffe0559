import { type Relay, startRelay } from 'latchkey/devnet'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BareWallet, type BareWalletOptions, openBareWallet } from '../support/bare-wallet.ts'
import { movableTime } from '../support/phone.ts'
import { type App, networkIds, openApp } from '../support/walletconnect-app.ts'

// A phone can end the page while the visitor is in the wallet's app. The wallet then approves a session for a page that
// is gone. The next page load must use this session.

const [evm] = networkIds
let relay: Relay
const releases: (() => unknown)[] = []
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  await relay.stop()
})

function open(options: Partial<Parameters<typeof openApp>[0]> = {}): App {
  const app = openApp({ relayUrl: relay.url, ...options })
  releases.push(() => app.dispose())
  return app
}

async function openWallet(options: Partial<BareWalletOptions> = {}): Promise<BareWallet> {
  const wallet = await openBareWallet({ relayUrl: relay.url, ...options })
  releases.push(() => wallet.dispose())
  return wallet
}

/** Opens a page that shows a pairing, and closes the page. */
async function leftPage(): Promise<{ readonly uri: string; readonly platform: App['platform'] }> {
  const app = open()
  app.open().catch(() => {})
  const uri = await app.uri()
  app.dispose()
  return { uri, platform: app.platform }
}

/** Lists the keys and records that the library stores, except for the library's own seed. */
function stored({ platform }: Pick<App, 'platform'>): readonly string[] {
  return platform.storage.keys().flatMap((key) => {
    if (!/\/\/(keychain|pairing|proposal|session|subscription|owed)$/.test(key)) return []
    const value = JSON.parse(platform.storage.get(key) ?? 'null') as object
    return (Array.isArray(value) ? value : Object.keys(value))
      .map((one: unknown) => `${key.slice(key.lastIndexOf('/') + 1)} ${JSON.stringify(one)}`)
      .filter((one) => !one.includes('client_ed25519_seed'))
  })
}

const sessionsOf = (wallet: BareWallet) => wallet.client.session.length

describe('a pairing whose page is gone', () => {
  it.each([
    ['before', true],
    ['after', false],
  ])('connects at the next load if the wallet approves %s this load', async (_, before) => {
    const wallet = await openWallet()
    const { uri, platform } = await leftPage()
    const settle = async () => {
      await wallet.pair(uri)
      await expect.poll(() => sessionsOf(wallet), { message: 'the wallet approves' }).toBe(1)
    }
    if (before) await settle()
    const app = open({ platform })
    expect(app.connector.unsettled).toBe(true)
    const taking = app.connector.resume?.()
    if (!before) await settle()
    const session = await taking
    expect(session?.accounts).toHaveLength(5)
    const channel = session?.channel('eip155') as { request(call: object, on: string): Promise<unknown> }
    expect(await channel.request({ method: 'personal_sign' }, evm)).toBe('answer to personal_sign')
    await expect.poll(() => app.connector.unsettled, { message: 'no session is left to take up' }).toBe(false)
  })

  it('completes a new connect call of the next page, without another QR code', async () => {
    const wallet = await openWallet()
    const { uri, platform } = await leftPage()
    const app = open({ platform })
    const taking = app.connector.resume?.()
    const opening = app.open()
    await app.uri()
    await wallet.pair(uri)
    expect((await opening).accounts).toHaveLength(5)
    expect(await taking).toBeNull()
    await app.connector.close()
    await expect.poll(() => sessionsOf(wallet), { message: "the wallet's session ends" }).toBe(0)
    await expect.poll(() => stored(app), { message: 'no key is left' }).toEqual([])
  })

  it('ends its session if another wallet was connected in the meantime', async () => {
    const wallet = await openWallet()
    const { uri, platform } = await leftPage()
    const app = open({ platform })
    const taking = app.connector.resume?.()
    app.connector.outdate?.()
    await wallet.pair(uri)
    expect(await taking).toBeNull()
    await expect.poll(() => sessionsOf(wallet), { message: "the wallet's session ends" }).toBe(0)
    await expect.poll(() => stored(app), { message: 'no key is left' }).toEqual([])
    expect(app.connector.unsettled).toBe(false)
  })

  it('ends its session if another wallet connects before the page uses this session', async () => {
    let asked = () => {}
    const asking = new Promise<void>((resolve) => {
      asked = resolve
    })
    let answer = () => {}
    const answering = new Promise<void>((resolve) => {
      answer = resolve
    })
    const wallet = await openWallet({
      async answer({ method }) {
        asked()
        await answering
        return method
      },
      addresses() {
        asked()
        return answering.then(() => [])
      },
    })
    const { uri, platform } = await leftPage()
    const app = open({ platform })
    const taking = app.connector.resume?.()
    await wallet.pair(uri)
    await asking
    app.connector.outdate?.()
    answer()
    expect(await taking).toBeNull()
    await expect.poll(() => sessionsOf(wallet), { message: "the wallet's session ends" }).toBe(0)
    await expect.poll(() => stored(app), { message: 'no key is left' }).toEqual([])
  })

  it('ends its session if another wallet was connected right after the approval', async () => {
    const wallet = await openWallet()
    const { uri, platform } = await leftPage()
    const app = open({ platform })
    await app.connector.prepare?.()
    await wallet.pair(uri)
    await expect.poll(() => sessionsOf(wallet), { message: 'the wallet approves' }).toBe(1)
    await expect
      .poll(() => stored(app).some((one) => one.startsWith('session')), {
        message: 'the page has the session',
      })
      .toBe(true)
    app.connector.outdate?.()
    expect(await app.connector.resume?.()).toBeNull()
    await expect.poll(() => sessionsOf(wallet), { message: "the wallet's session ends" }).toBe(0)
    await expect.poll(() => app.connector.unsettled, { message: 'no session is left to take up' }).toBe(false)
  })

  it("stays stored if the library has not stored the pairing's proposal", async () => {
    const { platform } = await leftPage()
    const proposal = platform.storage.keys().find((key) => key.endsWith('//proposal')) ?? ''
    platform.storage.set(proposal, '[]')
    const kinds = () => stored({ platform }).map((one) => one.split(' ')[0])
    const before = kinds()
    expect(before).toEqual(expect.arrayContaining(['pairing', 'keychain']))
    const app = open({ platform })
    await app.connector.prepare?.()
    expect(kinds()).toEqual(before)
    expect(app.connector.unsettled).toBe(true)
  })

  it('stays usable if its session covers fewer families than the session that it replaces', async () => {
    const wallet = await openWallet()
    const app = open()
    const connect = async () => {
      const opening = app.open()
      await wallet.pair(await app.uri(app.uris.length))
      await opening
    }
    await connect()
    // The new session covers fewer families than the session before.
    app.connector.on('sessionChanged', () => app.connector.outdate?.())
    await connect()
    const key = app.platform.storage.keys().find((one) => one.startsWith('@latchkey/wc-pairings/')) ?? ''
    expect(JSON.parse(app.platform.storage.get(key) ?? '{}')).toMatchObject({ current: expect.any(String) })
  })

  it('is removed when the wallet declines', async () => {
    const wallet = await openWallet({ approve: 'reject' })
    const { uri, platform } = await leftPage()
    await wallet.pair(uri)
    const app = open({ platform })
    expect(await app.connector.resume?.()).toBeNull()
    await expect.poll(() => stored(app), { message: 'no key is left' }).toEqual([])
    expect(app.connector.unsettled).toBe(false)
  })

  it('is deleted with its keys at the first load after it has expired', async () => {
    const time = movableTime()
    releases.push(() => time.restore())
    const { platform } = await leftPage()
    await expect
      .poll(() => stored({ platform }).map((one) => one.split(' ')[0]), { message: 'the pairing is stored' })
      .toEqual(expect.arrayContaining(['pairing', 'proposal', 'keychain']))
    time.move(590_000)
    const early = open({ platform })
    await early.connector.prepare?.()
    expect(stored(early).map((one) => one.split(' ')[0])).toEqual(
      expect.arrayContaining(['pairing', 'proposal']),
    )
    early.dispose()
    time.move(20_000)
    const late = open({ platform })
    expect(late.connector.unsettled).toBe(true)
    expect(await late.connector.resume?.()).toBeNull()
    await expect.poll(() => stored(late), { message: 'no key is left' }).toEqual([])
    expect(late.connector.unsettled).toBe(false)
  })

  it('is not kept if its connect call was aborted', async () => {
    const app = open()
    const control = new AbortController()
    const opening = app.open(control.signal)
    await app.uri()
    control.abort()
    await expect(opening).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect.poll(() => stored(app), { message: 'no key is left' }).toEqual([])
    expect(app.connector.unsettled).toBe(false)
  })
})

describe('two wallets that approve the same pairing', () => {
  it.each([
    ['at the same time', true, false],
    ['one after the other', false, false],
    ['before and after a reload of the page', false, true],
  ])('%s get only one session, and the session of the other wallet ends', async (_, atOnce, reload) => {
    const wallets = await Promise.all([openWallet(), openWallet()])
    const first = open()
    const opening = first.open()
    const uri = await first.uri()
    if (atOnce) await Promise.all(wallets.map((wallet) => wallet.pair(uri)))
    else await wallets[0]?.pair(uri)
    expect((await opening).accounts).toHaveLength(5)
    let app = first
    if (reload) {
      first.dispose()
      app = open({ platform: first.platform })
      expect((await app.connector.restore())?.accounts).toHaveLength(5)
    }
    if (!atOnce) {
      await wallets[1]?.pair(uri)
      await expect
        .poll(() => relay.published.filter(({ tag }) => tag === 1112).length, {
          message: 'the end is sent',
        })
        .toBe(1)
    }
    await expect
      .poll(() => wallets.map(sessionsOf).sort(), { message: 'one wallet has a session' })
      .toEqual([0, 1])
    const session = await app.connector.restore()
    const channel = session?.channel('eip155') as { request(call: object, on: string): Promise<unknown> }
    expect(await channel.request({ method: 'personal_sign' }, evm)).toBe('answer to personal_sign')
    await app.connector.close()
    await expect.poll(() => wallets.map(sessionsOf), { message: 'no wallet has a session' }).toEqual([0, 0])
    await expect.poll(() => stored(app), { message: 'no key is left' }).toEqual([])
  })
})

describe('a stored session that was not restored', () => {
  async function leftSession() {
    const wallet = await openWallet()
    const before = open()
    const opening = before.open()
    await wallet.pair(await before.uri())
    await opening
    before.dispose()
    return { wallet, app: open({ platform: before.platform }) }
  }

  it('ends when the page calls `close`: its keys are deleted, and the wallet is informed', async () => {
    const { wallet, app } = await leftSession()
    await app.connector.close()
    await expect.poll(() => sessionsOf(wallet), { message: "the wallet's session ends" }).toBe(0)
    await expect.poll(() => stored(app), { message: 'no key is left' }).toEqual([])
    expect(await app.connector.restore()).toBeNull()
  })

  it('stays stored if the page calls `close` after a connect call that failed', async () => {
    const { wallet, app } = await leftSession()
    const control = new AbortController()
    const opening = app.open(control.signal)
    await app.uri()
    control.abort()
    await expect(opening).rejects.toMatchObject({ code: 'flow/aborted' })
    await app.connector.close()
    expect((await app.connector.restore())?.accounts).toHaveLength(5)
    expect(sessionsOf(wallet)).toBe(1)
  })
})

describe('an undelivered message that ends a session', () => {
  it('is stored without a key, and is sent to the wallet at the next load', async () => {
    const wallet = await openWallet()
    const gate = await relay.openGate()
    releases.push(() => gate.stop())
    const app = open({ relayUrl: gate.url })
    const opening = app.open()
    await wallet.pair(await app.uri())
    await opening
    gate.set('dead')
    await app.connector.close()
    expect(sessionsOf(wallet)).toBe(1)
    expect(stored(app).map((one) => one.split(' ')[0])).toEqual(['owed'])
    app.dispose()
    gate.set('open')
    const next = open({ platform: app.platform, relayUrl: gate.url })
    expect(next.connector.unsettled).toBe(true)
    expect(await next.connector.resume?.()).toBeNull()
    await expect.poll(() => sessionsOf(wallet), { message: "the wallet's session ends" }).toBe(0)
    await expect.poll(() => stored(next), { message: 'no message is left to send' }).toEqual([])
    await expect.poll(() => next.connector.unsettled, { message: 'no work is left' }).toBe(false)
  })
})
