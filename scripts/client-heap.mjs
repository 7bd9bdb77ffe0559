#!/usr/bin/env node
// Measures the heap that WalletConnect clients retain after they are disposed. Needs --expose-gc.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { startRelay } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'

// The relay keeps messages, so it runs in a process of its own.
if (process.send) {
  process.send((await startRelay()).url)
  await once(process, 'disconnect')
  process.exit()
}
const relay = fork(fileURLToPath(import.meta.url))
const [relayUrl] = await once(relay, 'message')

const clients = Number(process.argv[2] ?? 100)
/** In bytes, for each client. */
const limit = 5000
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every: () => () => {},
}
const network = { caipNetworkId: 'eip155:31337', chainNamespace: 'eip155', id: 31337, name: 'Devnet' }

/** Creates a client that shows a pairing, which connects the client to the relay. Then disposes the client. */
async function client() {
  const { page, log } = memoryPlatform({ clock })
  const connector = walletConnect({ relayUrl })({
    page: { ...page, kind: 'node' },
    clock,
    log: { ...log, debug() {} },
    networks: [network],
  })
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
  connector.dispose()
}

/** Returns the heap in bytes, after the library's own timers have run. */
async function heap() {
  await wait(3000)
  for (let i = 0; i < 4; i++) {
    globalThis.gc()
    await wait(20)
  }
  return process.memoryUsage().heapUsed
}

for (let i = 0; i < 20; i++) await client()
const before = await heap()
for (let i = 0; i < clients; i++) await client()
const each = Math.round(((await heap()) - before) / clients)
console.log(`each of ${clients} disposed clients: ${each} B`)
relay.disconnect()
process.exit(each <= limit ? 0 : 1)
