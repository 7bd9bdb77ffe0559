#!/usr/bin/env node
// Measures the heap that 200 canceled pairings retain beyond what the bare WalletConnect library retains. Needs
// --expose-gc.
import { UniversalProvider } from '@walletconnect/universal-provider'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { startRelay } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'

const pairings = 200
const limit = 20_000
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every: () => () => {},
}
const relay = await startRelay()
const network = { caipNetworkId: 'eip155:31337', chainNamespace: 'eip155', id: 31337, name: 'Devnet' }

async function growth(pair) {
  for (let i = 0; i < 20; i++) await pair()
  const before = await heap()
  for (let i = 0; i < pairings; i++) await pair()
  return ((await heap()) - before) / pairings
}

/** Returns the heap in bytes, after the library's own timers have run. */
async function heap() {
  await wait(1500)
  for (let i = 0; i < 4; i++) {
    globalThis.gc()
    await wait(20)
  }
  return process.memoryUsage().heapUsed
}

const { page, log } = memoryPlatform({ clock })
const connector = walletConnect({ relayUrl: relay.url })({
  page: { ...page, kind: 'node' },
  clock,
  log: { ...log, debug() {} },
  networks: [network],
})
const ours = await growth(async () => {
  const control = new AbortController()
  const shown = new Promise((resolve) => {
    const stop = connector.on('displayUri', () => resolve(stop()))
  })
  const opening = connector.open(
    { namespaces: [], networks: [network.caipNetworkId] },
    { signal: control.signal },
  )
  await shown
  control.abort()
  await opening.catch(() => {})
})
connector.dispose()

const { client } = await UniversalProvider.init({
  relayUrl: relay.url,
  projectId: 'bare',
  logger: 'silent',
  telemetryEnabled: false,
  storageOptions: { database: ':memory:' },
})
const scope = { chains: [network.caipNetworkId], methods: ['personal_sign'], events: [] }
const bare = await growth(async () => {
  const { approval } = await client.connect({ optionalNamespaces: { eip155: scope } })
  approval().catch(() => {})
  for (const { id } of client.proposal.getAll()) client.core.expirer.set(id, 0)
  for (const { topic } of client.pairing.getAll()) client.core.expirer.set(topic, 0)
  await wait(3)
})

const beyond = Math.round(ours - bare)
console.log(
  `each pairing: ${Math.round(ours)} B, the bare library ${Math.round(bare)} B, beyond it ${beyond} B`,
)
await relay.stop()
process.exit(beyond <= limit ? 0 : 1)
