import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import { isLatchkeyError, latchkeyError, toLatchkeyError } from '../../core/errors/latchkey-error.ts'
import { disconnectTimeout } from '../../core/limits.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { Connector } from '../../core/wallet/connector.ts'
import type { CallOptions } from '../../ports.ts'
import type { SessionDeps } from './session.ts'

/** Tracks disconnects that the wallets haven't confirmed yet. The page already shows the wallets as disconnected. */
export class SessionEndings {
  readonly #deps: Pick<SessionDeps, 'adapters' | 'clock' | 'log'>
  readonly #running = new Set<Promise<unknown>>()
  readonly running: ReadonlySet<Promise<unknown>> = this.#running

  constructor(deps: Pick<SessionDeps, 'adapters' | 'clock' | 'log'>) {
    this.#deps = deps
  }

  /**
   * Disconnects the wallets, and waits at most 3,000 ms for each. Also closes unused connectors, and ignores their failures. With
   * `keepsSession`, the sessions of the wallets stay open.
   * @throws `connection/disconnect-failed` if a wallet reports a failure.
   */
  async end(
    connections: readonly Connection[],
    unused: readonly Connector[],
    { signal, keepsSession }: CallOptions & { readonly keepsSession?: boolean } = {},
  ): Promise<void> {
    const ends = [
      ...connections.map((one) => this.#tell(one, keepsSession)),
      ...unused.map((one) => this.#close(one)),
    ]
    const all = Promise.allSettled(ends).finally(() => this.#running.delete(all))
    this.#running.add(all)
    const results = await raceAbort(all, signal)
    const failures = results.flatMap((result, index) =>
      result.status === 'rejected'
        ? [{ namespace: connections[index]?.namespace, error: toLatchkeyError(result.reason) }]
        : [],
    )
    if (failures.length === 0) return
    throw latchkeyError('connection/disconnect-failed', {
      cause: failures[0]?.error,
      details: failures.map(({ namespace, error }) => `${namespace}: ${error.message}`).join('; '),
    })
  }

  /**
   * Waits at most 3,000 ms for pending disconnects. Without this wait, a pending disconnect could end the next session with the
   * same wallet.
   */
  async settled(ends: readonly Promise<unknown>[], signal: AbortSignal): Promise<void> {
    await this.#timed(() => Promise.allSettled(ends), signal).catch(() => throwIfAborted(signal))
  }

  async #tell({ id, namespace, connectorId }: Connection, keepsSession?: boolean): Promise<void> {
    const { adapters, log } = this.#deps
    try {
      const adapter = await adapters.get(namespace)
      await this.#timed((signal) => adapter.disconnect(id, { signal, keepsSession }))
    } catch (error) {
      // A wallet that doesn't answer or doesn't know the connection counts as disconnected.
      if (!isLatchkeyError(error, 'wallet/timeout') && !isLatchkeyError(error, 'connection/unknown'))
        throw error
      log.warn(`${connectorId} didn't confirm the disconnect`, error)
    }
  }

  async #close(connector: Connector): Promise<void> {
    await this.#timed(async (signal) => connector.close({ signal })).catch((error) =>
      this.#deps.log.warn(`${connector.id} didn't confirm the disconnect`, error),
    )
  }

  #timed<T>(run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: disconnectTimeout / 1000 } })
    return withTimeout(this.#deps.clock, disconnectTimeout, run, late, signal)
  }
}
