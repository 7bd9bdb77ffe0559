import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { throwIfAborted } from '../core/async/abort.ts'

const attempts = 5

export interface OnFreePortOptions {
  readonly pick: () => Promise<number>
  readonly signal?: AbortSignal | undefined
  /** Called if another program took the port first. */
  readonly onTaken?: ((port: number) => void) | undefined
}

/**
 * Starts a program that needs a port number. If another program takes the port first, tries again with another port. Makes at
 * most five attempts.
 * @param start Must reject with the program's error if its port is in use.
 * @throws `flow/aborted`, or the error of `start` if it has another reason than the port, or if all attempts failed.
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

/** Returns whether an error says that a port is in use. Matches the texts of Node, Go, Postgres and bitcoind. */
function saysTaken(error: unknown): boolean {
  const { cause } = Object(error) as { cause?: unknown }
  return /EADDRINUSE|address (already )?in use|unable to bind/i.test(`${error} ${cause}`)
}

export async function freePort(host: string): Promise<number> {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
