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

/** A tab of the browser whose database is `disk`. */
function tab(): App {
  const platform = memoryPlatform({ clock: systemClock, globals: { indexedDB: disk.factory } })
  const app = openApp({ relayUrl: relay.url, platform, storage: undefined })
  releases.push(() => app.dispose())
  return app
}

async function connect(app: App): Promise<void> {
  const opening = app.open()
  await wallet.pair(await app.uri())
  expect((await opening).accounts).toHaveLength(5)
}

async function signIn(app: App): Promise<unknown> {
  const session = await app.connector.restore()
  const channel = session?.channel('eip155') as { request(call: object, on: string): Promise<unknown> }
  return channel?.request({ method: 'personal_sign' }, evm)
}

describe("a restoration over the browser's database", () => {
  it('restores what another tab connected after this tab loaded the library', async () => {
    const [first, second] = [tab(), tab()]
    await second.connector.prepare?.()
    expect(await second.connector.restore()).toBeNull()
    await connect(first)
    expect(await signIn(second)).toBe('answer to personal_sign')
    await first.connector.close()
    await expect.poll(() => second.told.closed.length, { message: 'the second tab hears of the end' }).toBe(1)
    expect(await second.connector.restore()).toBeNull()
  })

  it('fails while the database does not answer, and restores the session afterwards', async () => {
    const before = tab()
    await connect(before)
    before.dispose()
    disk.silent.add(own)
    const after = tab()
    await expect(after.connector.restore()).rejects.toThrow('does not answer')
    disk.silent.clear()
    expect(await signIn(after)).toBe('answer to personal_sign')
  }, 15_000)

  it('resolves with null when the database was read and has no session', async () => {
    expect(await tab().connector.restore()).toBeNull()
  })
})
