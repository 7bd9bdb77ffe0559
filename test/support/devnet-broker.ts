// Starts the nodes of a whole test run, and lends them to test files. A node starts when a test file first needs it,
// and ends with the run. Only one test file at a time can use a node, because test files that spend from the same
// accounts would see each other's transactions. The run also has a folder for things that are made once. The folder is
// removed when the run ends.
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
    /**
     * A port on loopback. It answers each {@link LeaseRequest} with one {@link LeaseAnswer}. A request and an answer are one line
     * of text each.
     */
    devnetBroker: number
    /** A folder of this run. */
    runFolder: string
  }
}

/**
 * The first line that a test file sends on a connection, to lease nodes. The lease ends when the connection closes,
 * which also happens if the process dies.
 */
export interface LeaseRequest {
  readonly families: readonly ChainNamespace[]
}

export type LeasedFamily =
  | ({ readonly started: true } & Omit<FamilyDevnet, 'stop'>)
  | { readonly started: false; readonly missing: boolean; readonly message: string }

export type LeaseAnswer = Readonly<Partial<Record<ChainNamespace, LeasedFamily>>>

/** The name of one of a family's nodes. */
type Place = `${ChainNamespace} ${number}`

interface Waiting {
  readonly families: readonly ChainNamespace[]
  grant(places: readonly Place[]): void
}

/**
 * The number of nodes per family: as many as `vitest.config.ts` has workers. With fewer nodes, workers would be idle
 * while their files wait for a node. A family's second node starts only when two files need the family at the same
 * time.
 */
const places = 3

/**
 * Creates the queue of waiting files: first come, first served. A file that needs several families gets all of them at
 * once, so two files can't block each other.
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
      // Reserves the free nodes for this file, so that no later file takes them first.
      for (const place of all) wanted.add(place)
      if (all.length < found.length) return true
      for (const place of all) taken.add(place)
      held.set(waiting, all)
      waiting.grant(all)
      return false
    })
  }
  return {
    /** Adds a file to the queue. The returned function gives the nodes back, or removes a waiting file from the queue. */
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

/** Pauses or continues nodes of cosmos, because these nodes use CPU time to mine empty blocks. */
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
      // Removes the failed start, so that the next file tries again.
      running.delete(place)
      const { message } = error as Error
      return { started: false, missing: isLatchkeyError(error, 'config/peer-missing'), message }
    }
  }

  /** Pauses a node until another file leases it. */
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
