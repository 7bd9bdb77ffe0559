// Measures how much memory stays after canceled WalletConnect pairings. Needs --expose-gc.
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { memoryPlatform } from 'latchkey/testing'

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every: () => () => {},
}
export const network = {
  ...{ caipNetworkId: 'eip155:31337', chainNamespace: 'eip155' },
  ...{ id: 31337, name: 'Devnet' },
}

export function createConnector(relayUrl) {
  const { page, log } = memoryPlatform({ clock })
  return walletConnect({ relayUrl })({
    page: { ...page, kind: 'node' },
    clock,
    log: { ...log, debug() {} },
    networks: [network],
  })
}

/** Opens a pairing, which connects the client to the relay, and cancels it. */
export async function cancelPairing(connector) {
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
}

/**
 * Returns by how many bytes the heap grows per run. Before each measurement, waits `settling` ms, so that the library's timers
 * can run out.
 */
export async function growthOf(run, count, settling) {
  for (let i = 0; i < 20; i++) await run()
  const before = await heap(settling)
  for (let i = 0; i < count; i++) await run()
  return ((await heap(settling)) - before) / count
}

async function heap(settling) {
  await wait(settling)
  for (let i = 0; i < 4; i++) {
    globalThis.gc()
    await wait(20)
  }
  return process.memoryUsage().heapUsed
}
