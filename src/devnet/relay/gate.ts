import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What a gate does to the sockets of a page:
 * - `open` passes everything.
 * - `closed` closes the open sockets, and each new one.
 * - `dead` passes nothing and closes nothing, like a phone without a network. When the mode ends, sockets that are already open
 * stay dead, but new sockets work.
 * - `dead-one-way` passes what the page sends, and nothing to the page.
 * - `slow` delays everything.
 * - `newest-only` passes everything, but only a client's newest subscription gets messages.
 */
export type RelayGateMode = (typeof relayGateModes)[number]

export const relayGateModes = ['open', 'closed', 'dead', 'dead-one-way', 'slow', 'newest-only'] as const

export interface RelayGateStep {
  /** How many ms the mode lasts. After this time, the gate is open. Default: until the next call. */
  readonly for?: number | undefined
  /** The round trip of `slow`, in ms. Default: 800. */
  readonly roundTrip?: number | undefined
}

/**
 * An address of the relay whose connections can fail like connections of a phone. Only the mode `newest-only` also affects the
 * relay's other addresses.
 */
export interface RelayGate {
  /** A URL such as `ws://127.0.0.1:3000`, for the page under test. */
  readonly url: string
  readonly mode: RelayGateMode
  /** The number of connections since the start. */
  readonly connections: number
  /** The number of connections that are open on the page's side. */
  readonly sockets: number
  set(mode: RelayGateMode, step?: RelayGateStep): void
  /** Closes all sockets and the port. Further calls do nothing. */
  stop(): Promise<void>
}

export interface RelayGateOptions {
  /** The port of the relay. */
  readonly port: number
  /** Called with true when the relay should deliver only to the newest subscription, and with false afterwards. */
  readonly newestOnly: (on: boolean) => void
  /** Called once, when the gate stops. */
  readonly stopped: () => void
}

interface Pair {
  readonly page: Socket
  readonly relay: Socket | undefined
  /** The directions in which nothing passes anymore. */
  readonly dead: { toPage: boolean; toRelay: boolean }
}

export async function openGate({ port, newestOnly, stopped }: RelayGateOptions): Promise<RelayGate> {
  const pairs = new Set<Pair>()
  let mode: RelayGateMode = 'open'
  let delay = 0
  let connections = 0
  let timer: NodeJS.Timeout | undefined

  /** Passes on data in one direction. The order stays the same even if the delay changes. */
  const pass = (from: Socket, to: Socket, isDead: () => boolean) => {
    let last = 0
    const later = (run: () => void) => {
      last = Math.max(last, Date.now() + delay)
      const wait = last - Date.now()
      if (wait <= 0) run()
      else setTimeout(run, wait).unref()
    }
    from.on('data', (data) => {
      if (!isDead()) later(() => !isDead() && !to.destroyed && to.write(data))
    })
    // Through a dead gate, the other side doesn't learn that a connection ended.
    from.on('close', () => later(() => !isDead() && to.destroy()))
  }
  const server = createServer((page) => {
    connections++
    page.on('error', () => page.destroy())
    if (mode === 'closed') return void page.destroy()
    const dead = { toPage: mode === 'dead' || mode === 'dead-one-way', toRelay: mode === 'dead' }
    const relay = dead.toRelay ? undefined : connect(port, '127.0.0.1')
    const pair = { page, relay, dead }
    pairs.add(pair)
    page.on('close', () => {
      if (!relay || relay.destroyed) pairs.delete(pair)
    })
    page.resume()
    if (!relay) return
    relay.on('error', () => relay.destroy())
    relay.on('close', () => {
      if (page.destroyed) pairs.delete(pair)
    })
    pass(page, relay, () => dead.toRelay)
    pass(relay, page, () => dead.toPage)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const end = (pair: Pair) => {
    pair.page.destroy()
    pair.relay?.destroy()
    pairs.delete(pair)
  }
  let stopping: Promise<void> | undefined
  const set = (next: RelayGateMode, step: RelayGateStep = {}) => {
    if (stopping) return
    clearTimeout(timer)
    mode = next
    delay = next === 'slow' ? (step.roundTrip ?? 800) / 2 : 0
    newestOnly(next === 'newest-only')
    for (const pair of [...pairs]) {
      if (next === 'closed') end(pair)
      if (next === 'dead') pair.dead.toRelay = true
      if (next === 'dead' || next === 'dead-one-way') pair.dead.toPage = true
    }
    if (step.for === undefined) return
    timer = setTimeout(() => set('open'), step.for)
    timer.unref()
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get mode() {
      return mode
    },
    get connections() {
      return connections
    },
    get sockets() {
      return [...pairs].filter(({ page }) => !page.destroyed).length
    },
    set,
    stop: () =>
      (stopping ??= (async () => {
        clearTimeout(timer)
        newestOnly(false)
        stopped()
        const closed = once(server, 'close')
        server.close()
        for (const pair of [...pairs]) end(pair)
        await closed
      })()),
  }
}
