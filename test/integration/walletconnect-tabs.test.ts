// @module-tag ci
import { type Relay, startRelay } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/platform/system-clock.ts'
import { type BareWallet, openBareWallet } from '../support/bare-wallet.ts'
import { type MemoryIndexedDb, memoryIndexedDb } from '../support/memory-indexed-db.ts'
import { type App, networkIds, openApp } from '../support/walletconnect-app.ts'

const [evm] = networkIds
const own = 'latchkey-walletconnect'
let relay: Relay
let wallet: BareWallet
let disk: MemoryIndexedDb
const releases: (() => unknown)[] = []
beforeEach(async () => {
  relay = await startRelay()
  wallet = await openBareWallet({ relayUrl: relay.url })
  disk = memoryIndexedDb()
})
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  await wallet.dispose()
  await relay.stop()
  vi.unstubAllGlobals()
})

/** Opens a tab of the browser that has the database `disk`. */
function tab(relayUrl = relay.url, storage?: App['platform']['storage']): App {
  const globals = { indexedDB: disk.factory, BroadcastChannel }
  const alone = memoryPlatform({ clock: systemClock, globals })
  const platform = storage ? { ...alone, storage } : alone
  const app = openApp({ relayUrl, platform, storage: undefined })
  releases.push(() => app.dispose())
  return app
}

async function connect(app: App): Promise<void> {
  const opening = app.open()
  await wallet.pair(await app.uri())
  expect((await opening).accounts).toHaveLength(5)
}

async function channelOf(app: App) {
  const session = await app.connector.restore()
  return session?.channel('eip155') as { request(call: object, on: string): Promise<unknown> } | undefined
}
const signIn = async (app: App) => (await channelOf(app))?.request({ method: 'personal_sign' }, evm)

describe("the restoration of a session from the browser's database", () => {
  it('finds a session that another tab has connected', async () => {
    const [first, second] = [tab(), tab()]
    await second.connector.prepare?.()
    expect(await second.connector.restore()).toBeNull()
    await connect(first)
    expect(await signIn(second)).toBe('answer to personal_sign')
    await first.connector.close()
    await expect
      .poll(() => second.told.closed.length, { message: 'the second tab gets the end of the session' })
      .toBe(1)
    expect(await second.connector.restore()).toBeNull()
  })

  it('uses the Bitcoin addresses that another tab has stored for the session that replaced its own', async () => {
    await wallet.dispose()
    const addresses = (address: unknown) => [{ address, publicKey: `02${'ab'.repeat(32)}` }]
    wallet = await openBareWallet({ relayUrl: relay.url, addresses })
    const { storage } = memoryPlatform()
    const [first, second] = [tab(relay.url, storage), tab(relay.url, storage)]
    await connect(first)
    expect(await signIn(second)).toBe('answer to personal_sign')
    const opening = first.open()
    await wallet.pair(await first.uri(1))
    await opening
    await expect
      .poll(() => second.told.closed.length, { message: 'the second tab gets the end of its session' })
      .toBe(1)
    const restored = await second.connector.restore()
    const keys = restored?.accounts.flatMap(({ namespace, publicKey }) =>
      namespace === 'bip122' ? [publicKey] : [],
    )
    expect(keys).toEqual([`02${'ab'.repeat(32)}`])
    expect(wallet.asked.addresses).toBe(2)
  })

  it('fails while the database does not answer, and works afterwards', async () => {
    const before = tab()
    await connect(before)
    before.dispose()
    disk.silent.add(own)
    const after = tab()
    await expect(after.connector.restore()).rejects.toThrow('does not answer')
    disk.silent.clear()
    expect(await signIn(after)).toBe('answer to personal_sign')
  }, 15_000)

  it('resolves with null if the database has no session', async () => {
    expect(await tab().connector.restore()).toBeNull()
  })
})

describe('a relay that delivers to the newest tab only', () => {
  beforeEach(async () => {
    await wallet.dispose()
    await relay.stop()
    relay = await startRelay({ newestOnly: true })
    wallet = await openBareWallet({ relayUrl: relay.url })
  })
  it("doesn't prevent older tabs from getting their answers", async () => {
    const tabs = [tab()]
    await connect(tabs[0] as App)
    while (tabs.length < 10) {
      const next = tab()
      tabs.push(next)
      await channelOf(next)
    }
    for (const one of tabs) expect(await signIn(one)).toBe('answer to personal_sign')
    expect(wallet.requests).toHaveLength(10)
    await wallet.client.disconnect({
      topic: wallet.topic(),
      reason: { code: 6000, message: 'The visitor left' },
    })
    for (const { told } of tabs)
      await expect.poll(() => told.closed.length, { message: 'each tab gets the end of the session' }).toBe(1)
  })

  it("doesn't prevent an older tab from learning that a newer tab has ended the session", async () => {
    const [older, newer] = [tab(), tab()]
    await connect(older)
    expect(await signIn(newer)).toBe('answer to personal_sign')
    await newer.connector.close()
    await expect
      .poll(() => older.told.closed.length, { message: 'the older tab gets the end of the session' })
      .toBe(1)
    expect(await older.connector.restore()).toBeNull()
    await expect.poll(() => wallet.client.session.length, { message: "the wallet's session ends" }).toBe(0)
  })

  it('makes the tabs share messages of the session, but not of the pairing', async () => {
    const heard: unknown[] = []
    const channel = new BroadcastChannel('latchkey-app')
    releases.push(() => channel.close())
    channel.onmessage = ({ data }) => void heard.push(data)
    const first = tab()
    await connect(first)
    const before = wallet.topic()
    // The tabs share messages only once there is a session.
    const opening = first.open()
    await wallet.pair(await first.uri(1))
    await opening
    const sessions = new Set([before, ...wallet.client.session.keys])
    expect(await signIn(first)).toBe('answer to personal_sign')
    const topics = () => heard.flatMap((one) => (one as { topic?: string }).topic ?? [])
    await expect.poll(() => topics().length, { message: 'the answer is shared' }).toBeGreaterThan(0)
    expect(topics().filter((topic) => !sessions.has(topic))).toEqual([])
  })

  it("doesn't prevent a tab from getting its answer while a newer tab is frozen", async () => {
    const gate = await relay.openGate()
    releases.push(() => gate.stop())
    const first = tab()
    await connect(first)
    const newer = tab(gate.url)
    const subscribed = () => relay.counts.calls.irn_batchSubscribe ?? 0
    const before = subscribed()
    await channelOf(newer)
    await expect.poll(subscribed, { message: 'the newer tab subscribes' }).toBeGreaterThan(before)
    // The newer tab's socket stays open, but the tab reads nothing from it.
    gate.set('dead-one-way')
    expect(await signIn(first)).toBe('answer to personal_sign')
  })
})
