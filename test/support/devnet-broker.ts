// The nodes of one whole test run. Each family's node starts when a test file first asks for it, and ends with the run.
// One file at a time has a family: two that spend from the same accounts would read each other's transactions.
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { isLatchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { FamilyDevnet } from '../../src/devnet/family-devnet.ts'
import { startDevnet } from '../../src/devnet/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The port on loopback where {@link LeaseRequest} is answered with {@link LeaseAnswer}, one line each. */
    devnetBroker: number
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

interface Waiting {
  readonly families: readonly ChainNamespace[]
  grant(): void
}

/** First come, first served; who waits for several families gets them all at once, so that nobody waits in a circle. */
function createQueue() {
  const taken = new Set<ChainNamespace>()
  let queue: Waiting[] = []

  function serve() {
    const wanted = new Set(taken)
    queue = queue.filter((waiting) => {
      const free = waiting.families.every((family) => !wanted.has(family))
      for (const family of waiting.families) wanted.add(family)
      if (!free) return true
      for (const family of waiting.families) taken.add(family)
      waiting.grant()
      return false
    })
  }
  return {
    /** Returns what gives the families back, or gives up waiting for them. */
    join(waiting: Waiting): () => void {
      queue.push(waiting)
      serve()
      return () => {
        if (queue.includes(waiting)) queue = queue.filter((other) => other !== waiting)
        else for (const family of waiting.families) taken.delete(family)
        serve()
      }
    },
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const running = new Map<ChainNamespace, ReturnType<typeof startDevnet>>()
  const sockets = new Set<Socket>()
  const queue = createQueue()

  async function start(family: ChainNamespace): Promise<LeasedFamily> {
    try {
      const starting = running.get(family) ?? startDevnet({ families: [family] })
      running.set(family, starting)
      const { networks, tokens, nodes } = await starting
      return { started: true, networks, tokens, nodes }
    } catch (error) {
      // The next file may ask again: what is not installed stays so, and what stumbled may not.
      running.delete(family)
      const { message } = error as Error
      return { started: false, missing: isLatchkeyError(error, 'config/peer-missing'), message }
    }
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
      const grant = async () => {
        const parts = await Promise.all(
          families.map(async (family) => [family, await start(family)] as const),
        )
        if (!socket.destroyed) socket.write(`${JSON.stringify(Object.fromEntries(parts))}\n`)
      }
      leave = queue.join({ families, grant: () => void grant() })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provide('devnetBroker', (server.address() as { port: number }).port)

  return async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    const devnets = await Promise.allSettled(running.values())
    await Promise.all(devnets.map((devnet) => devnet.status === 'fulfilled' && devnet.value.stop()))
  }
}
