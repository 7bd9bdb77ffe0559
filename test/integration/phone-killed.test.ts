// @module-tag ci
import { devAccounts, type Relay, startRelay } from 'latchkey/devnet'
import { createHeadlessWallet, memoryPlatform } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withResolvers } from '../../src/core/async/with-resolvers.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { messageFor } from '../../src/siwx/sessions/messages.ts'
import { openBareWallet } from '../support/bare-wallet.ts'
import { type MemoryIndexedDb, memoryIndexedDb } from '../support/memory-indexed-db.ts'
import { devNetworks } from '../support/relayed-clients.ts'
import { type App, networkIds, openApp } from '../support/walletconnect-app.ts'

// The system ends a page while the wallet's answer arrives. The tests end the page after each of its writes to the disk
// and after each of its messages to the relay. Each of these moments is a step.

const [evm] = networkIds
let relay: Relay
const releases: (() => unknown)[] = []
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  await relay.stop()
  vi.unstubAllGlobals()
})

interface Stored {
  readonly databases: MemoryIndexedDb['databases']
  readonly values: readonly (readonly [string, string])[]
}

const copied = (databases: MemoryIndexedDb['databases']): MemoryIndexedDb['databases'] =>
  new Map(
    [...databases].map(([name, tables]) => [
      name,
      new Map([...tables].map(([table, values]) => [table, new Map(values)])),
    ]),
  )

/** Opens a page with the data that earlier pages stored. Calls `written` after each write to the disk. */
function openPage(relayUrl: string, { databases, values }: Stored, written = () => {}) {
  const disk = memoryIndexedDb({ databases, writeTime: 8, written })
  const platform = memoryPlatform({ clock: systemClock, globals: { indexedDB: disk.factory } })
  for (const [key, value] of values) platform.storage.set(key, value)
  const app = openApp({ relayUrl, platform, storage: undefined })
  releases.push(() => app.dispose())
  const stored = (): Stored => ({
    databases: copied(disk.databases),
    values: platform.storage.keys().map((key) => [key, platform.storage.get(key) ?? '']),
  })
  return { app, stored }
}

/** Calls `step` after each message that the relay receives. The returned function stops these calls. */
function watchRelay(step: () => void): () => void {
  const { counts } = relay
  const received = () => Object.values(counts.calls).reduce((sum, one) => sum + one, counts.acknowledged)
  let before = received()
  let watching = setImmediate(function look() {
    if (received() > before) step()
    before = received()
    watching = setImmediate(look)
  })
  return () => clearImmediate(watching)
}

/** The ways to connect: the wallet only approves, or the wallet also signs in. */
const ways = {
  async approves() {
    const wallet = await openBareWallet({ relayUrl: relay.url })
    releases.push(() => wallet.dispose())
    return { pair: wallet.pair, open: (app: App) => app.open() }
  },
  async 'signs in'() {
    const wallet = await createHeadlessWallet({
      relayUrl: relay.url,
      networks: devNetworks('eip155'),
      accounts: [devAccounts.alice ?? {}],
    })
    releases.push(() => wallet.stop())
    const surroundings = { page: { location: undefined }, clock: { now: Date.now } }
    const said = { domain: 'app.example', uri: 'https://app.example/' }
    const createMessage = async () => messageFor(said, surroundings, { chainId: evm, accountAddress: '' })
    const open = ({ connector }: App) =>
      connector.open({ namespaces: ['eip155'], networks: [evm], signIn: { createMessage } })
    return { pair: (uri: string) => wallet.pair(uri), open }
  },
} as const

/** Ends a page at the step with the number `kill`. Returns undefined if the page connected in fewer steps. */
async function killedAt(kill: number, way: keyof typeof ways): Promise<Stored | undefined> {
  const gate = await relay.openGate()
  const { pair, open } = await ways[way]()
  let steps = 0
  let begun = false
  let left: Stored | undefined
  const killing = withResolvers<void>()
  const step = () => {
    if (!begun || left || ++steps < kill) return
    left = page.stored()
    gate.set('dead')
    killing.resolve()
  }
  const page = openPage(gate.url, { databases: new Map(), values: [] }, step)
  const opening = open(page.app)
  const uri = await page.app.uri()
  await expect.poll(() => hasProposal(page.stored()), { message: 'the pairing is on disk' }).toBe(true)
  begun = true
  const stop = watchRelay(step)
  await pair(uri)
  await Promise.race([opening, killing.promise])
  stop()
  opening.catch(() => {})
  page.app.dispose()
  return left
}

const hasProposal = ({ databases }: Stored): boolean =>
  [...(databases.get('latchkey-walletconnect')?.get('values') ?? [])].some(
    ([key, value]) => key.endsWith('//proposal') && String(value).includes('proposer'),
  )

async function sign({ connector }: App): Promise<unknown> {
  const session = (await connector.resume?.()) ?? (await connector.restore())
  const channel = session?.channel('eip155') as
    | { request(call: object, on: string): Promise<unknown> }
    | undefined
  const params = ['0x6869', devAccounts.alice?.eip155?.address]
  return channel?.request({ method: 'personal_sign', params }, evm)
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])(
  'a page that is killed while the wallet %s',
  (way) => {
    it('is connected at the next load, at whichever step it was killed', { timeout: 120_000 }, async () => {
      // The soak run tests all steps, and other runs every fifth step.
      const by = process.env.LATCHKEY_SOAK ? 1 : 5
      let kill = by
      for (let left = await killedAt(kill, way); left; left = await killedAt(kill, way)) {
        const { app } = openPage(relay.url, left)
        let signed: unknown
        sign(app).then(
          (answer) => {
            signed = answer
          },
          (error) => {
            signed = error
          },
        )
        await expect
          .poll(() => signed, { message: `killed at step ${kill}`, timeout: 10_000 })
          .toMatch(/^(answer to personal_sign|0x)/)
        app.dispose()
        kill += by
      }
      expect(kill, 'connecting takes some steps').toBeGreaterThan(10)
    })
  },
)
