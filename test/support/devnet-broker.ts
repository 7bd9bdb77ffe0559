// The nodes of one whole test run. Each starts when a test file first needs it, and ends with the run. One file at a
// time has a node: two that spend from the same accounts would read each other's transactions. Everything else that is
// made once per run is in a separate folder, which is removed with the run as well.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { isLatchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { DevnetNode, FamilyDevnet } from '../../src/devnet/family-devnet.ts'
import { startDevnet } from '../../src/devnet/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The port on loopback that answers each {@link LeaseRequest} with a {@link LeaseAnswer}, one line each. */
    devnetBroker: number
    /** A folder of this run. */
    runFolder: string
  }
}

/** The first line on a connection. The lease ends with the connection, so also with a process that dies. */
export interface LeaseRequest {
  readonly families: readonly ChainNamespace[]
}

export type LeasedFamily =
  | ({ readonly started: true } & Omit<FamilyDevnet, 'stop'>)
  | { readonly started: false; readonly missing: boolean; readonly message: string }

export type LeaseAnswer = Readonly<Partial<Record<ChainNamespace, LeasedFamily>>>

/** One of a family's nodes. */
type Place = `${ChainNamespace} ${number}`

interface Waiting {
  readonly families: readonly ChainNamespace[]
  grant(places: readonly Place[]): void
}

/**
 * For each family, as many nodes as `vitest.config.ts` has workers. With fewer, files that need several families wait
 * for each other, and the workers that run them are idle: one of 27 s took 213. A second node costs 4 s for polkadot
 * and a fraction of a second for the others, and starts only when two files need one at the same time.
 */
const places = 3

/**
 * First come, first served; a file that waits for several families gets them all at once, so that there is no deadlock.
 */
function createQueue() {
  const taken = new Set<Place>()
  const held = new Map<Waiting, readonly Place[]>()
  let queue: Waiting[] = []

  function serve() {
    const wanted = new Set(taken)
    const free = (family: ChainNamespace) =>
      Array.from({ length: places }, (_, at): Place => `${family} ${at}`).find((place) => !wanted.has(place))
    queue = queue.filter((waiting) => {
      const found = waiting.families.map(free)
      const all = found.flatMap((place) => place ?? [])
      // A waiting file reserves what is free, so that no later one gets it first.
      for (const place of all) wanted.add(place)
      if (all.length < found.length) return true
      for (const place of all) taken.add(place)
      held.set(waiting, all)
      waiting.grant(all)
      return false
    })
  }
  return {
    /** Returns a function that gives the families back, or stops waiting for them. */
    join(waiting: Waiting): () => void {
      queue.push(waiting)
      serve()
      return () => {
        queue = queue.filter((other) => other !== waiting)
        for (const place of held.get(waiting) ?? []) taken.delete(place)
        held.delete(waiting)
        serve()
      }
    },
  }
}

/**
 * A chain that mines a block whether or not there are transactions: six of them would take a sixth of a small machine.
 */
function signalBusy(nodes: readonly DevnetNode[], signal: 'SIGSTOP' | 'SIGCONT'): void {
  if (process.platform === 'win32') return
  for (const { software, pid } of nodes)
    if (software === 'simd' && pid !== undefined) process.kill(pid, signal)
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-run-'))
  provide('runFolder', folder)
  const running = new Map<Place, ReturnType<typeof startDevnet>>()
  const sockets = new Set<Socket>()
  const queue = createQueue()

  async function start(family: ChainNamespace, place: Place): Promise<LeasedFamily> {
    try {
      const starting = running.get(place) ?? startDevnet({ families: [family] })
      running.set(place, starting)
      const { networks, tokens, nodes } = await starting
      signalBusy(nodes, 'SIGCONT')
      return { started: true, networks, tokens, nodes }
    } catch (error) {
      // The next file may try again: a missing installation will fail again, a random failure may not.
      running.delete(place)
      const { message } = error as Error
      return { started: false, missing: isLatchkeyError(error, 'config/peer-missing'), message }
    }
  }

  /** Until another file leases it. */
  function rest(place: Place): void {
    running.get(place)?.then(
      ({ nodes }) => signalBusy(nodes, 'SIGSTOP'),
      () => {},
    )
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let leave = () => {}
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      leave()
    })
    createInterface({ input: socket }).once('line', (line) => {
      const { families } = JSON.parse(line) as LeaseRequest
      let places: readonly Place[] = []
      const grant = async (granted: readonly Place[]) => {
        places = granted
        const parts = await Promise.all(
          families.map(async (family, at) => [family, await start(family, granted[at]!)] as const),
        )
        if (!socket.destroyed) socket.write(`${JSON.stringify(Object.fromEntries(parts))}\n`)
      }
      const give = queue.join({ families, grant: (granted) => void grant(granted) })
      leave = () => {
        for (const place of places) rest(place)
        give()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provide('devnetBroker', (server.address() as { port: number }).port)

  return async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    const devnets = await Promise.allSettled(running.values())
    const started = devnets.flatMap((devnet) => (devnet.status === 'fulfilled' ? [devnet.value] : []))
    for (const { nodes } of started) signalBusy(nodes, 'SIGCONT')
    await Promise.all(started.map((devnet) => devnet.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}
