import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { throwIfAborted } from '../core/async/abort.ts'

/** How many ports are tried. */
const attempts = 5

export interface OnFreePortOptions {
  /** Gives a port to try. */
  readonly pick: () => Promise<number>
  readonly signal?: AbortSignal | undefined
  /** Called when a port was taken before the program could listen on it. */
  readonly onTaken?: ((port: number) => void) | undefined
}

/**
 * Starts a program that cannot be told to take any port. A port that is free when it is picked may be taken before the program
 * listens on it: then another one is tried, five at most.
 *
 * @param start Rejects with what the program says when its port is in use.
 * @throws what `start` throws for any other reason, `flow/aborted`.
 */
export async function onFreePort<T>(
  start: (port: number) => Promise<T>,
  { pick, signal, onTaken }: OnFreePortOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    throwIfAborted(signal)
    const port = await pick()
    try {
      return await start(port)
    } catch (error) {
      throwIfAborted(signal)
      if (attempt === attempts || !saysTaken(error)) throw error
      onTaken?.(port)
    }
  }
}

/** As Node, Go, Postgres and bitcoind say it. */
function saysTaken(error: unknown): boolean {
  const { cause } = Object(error) as { cause?: unknown }
  return /EADDRINUSE|address (already )?in use|unable to bind/i.test(`${error} ${cause}`)
}

/** A port of an address of this machine that is free at the moment. */
export async function freePort(host: string): Promise<number> {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
