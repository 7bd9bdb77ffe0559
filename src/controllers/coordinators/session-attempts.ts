import { raceAbort } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { isLatchkeyError, type LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Connection } from '../../core/wallet/connection.ts'

type Connections = readonly Connection[]

/** A pending connect or reconnect. After an abort, the attempt has no effect, even if the wallet answers later. */
export interface Attempt {
  readonly kind: 'connecting' | 'reconnecting'
  readonly connectorId: string
  readonly namespaces: readonly ChainNamespace[]
  /** The network that the caller named. */
  readonly network?: CaipNetworkId | undefined
}
interface Running extends Attempt {
  readonly control: AbortController
  readonly done: Promise<Connections>
  /** Settles when the attempt does no more work. After an abort, this promise settles later than `done`. */
  readonly over: Promise<unknown>
  callers: number
}

/** Tracks pending attempts. `SessionEngine` makes sure that each family is in at most one of them. */
export class SessionAttempts {
  readonly #running = new Set<Running>()
  readonly #leaving = new Set<Running>()

  /** Returns promises that settle when the connector's aborted attempts do no more work. */
  leaving(connectorId: string): readonly Promise<unknown>[] {
    return [...this.#leaving]
      .filter((one) => one.connectorId === connectorId && one.control.signal.aborted)
      .map(({ over }) => over)
  }

  /** Returns the given families that have no pending attempt. */
  free(namespaces: readonly ChainNamespace[]): readonly ChainNamespace[] {
    const live = [...this.#running].filter(({ control }) => !control.signal.aborted)
    return namespaces.filter((one) => !live.some((other) => other.namespaces.includes(one)))
  }

  /** Starts an attempt. Calls `settled` when the attempt succeeds or fails, before callers get the outcome. */
  begin(
    attempt: Attempt,
    run: (signal: AbortSignal) => Promise<Connections>,
    settled: () => void,
  ): Promise<Connections> {
    const control = new AbortController()
    const { signal } = control
    const work = run(signal)
    const over = Promise.allSettled([work]).then(() => this.#leaving.delete(running))
    const done = raceAbort(work, signal)
      .catch((error: unknown) => {
        throw isLatchkeyError(signal.reason) ? signal.reason : error
      })
      .finally(() => {
        this.#running.delete(running)
        settled()
      })
    // Prevents an unhandled rejection. Callers get another promise, which rejects.
    done.catch(() => {})
    const running: Running = { ...attempt, control, done, over, callers: 0 }
    this.#running.add(running)
    this.#leaving.add(running)
    return done
  }

  /**
   * Shares the connector's pending connect if it covers the requested families and names the same network. Otherwise starts a
   * new attempt. When all callers have aborted, aborts the attempt.
   */
  async join(
    wanted: Omit<Attempt, 'kind'>,
    begin: () => unknown,
    signal: AbortSignal | undefined,
  ): Promise<Connections> {
    const open = () =>
      [...this.#running].find(
        ({ kind, connectorId, network, namespaces, control }) =>
          kind === 'connecting' &&
          connectorId === wanted.connectorId &&
          network === wanted.network &&
          wanted.namespaces.every((one) => namespaces.includes(one)) &&
          !control.signal.aborted,
      )
    if (!open()) begin()
    const attempt = open()
    if (!attempt) return []
    attempt.callers++
    let gone = false
    // Runs synchronously, so that the next call doesn't share an attempt that is about to be aborted.
    const leave = () => {
      if (!gone && --attempt.callers === 0) attempt.control.abort()
      gone = true
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      const made = await raceAbort(attempt.done, signal)
      return made.filter(({ namespace }) => wanted.namespaces.includes(namespace))
    } finally {
      signal?.removeEventListener('abort', leave)
      leave()
    }
  }

  /** Aborts the attempts that match. Calls `reason` only if an attempt matches. */
  cancel(which: (attempt: Attempt) => boolean, reason: () => LatchkeyError): void {
    for (const attempt of this.#running) if (which(attempt)) attempt.control.abort(reason())
  }
}
