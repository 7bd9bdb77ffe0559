import { raceAbort } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { isLatchkeyError, type LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Connection } from '../../core/wallet/connection.ts'

type Connections = readonly Connection[]

/** A pending connect or reconnect. Once aborted it has no effect, even if the wallet answers later. */
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
  /** Settles when no work of the attempt remains; after an abort this is later than `done`. */
  readonly over: Promise<unknown>
  callers: number
}

/** Tracks pending attempts. A family is in at most one live attempt: a later attempt aborts the earlier attempt. */
export class SessionAttempts {
  readonly #running = new Set<Running>()
  readonly #leaving = new Set<Running>()

  /** Returns the remaining work of aborted attempts on a connector. */
  leaving(connectorId: string): readonly Promise<unknown>[] {
    return [...this.#leaving]
      .filter((one) => one.connectorId === connectorId && one.control.signal.aborted)
      .map(({ over }) => over)
  }

  /** Returns the families that aren't part of a live attempt. */
  free(namespaces: readonly ChainNamespace[]): readonly ChainNamespace[] {
    const live = [...this.#running].filter(({ control }) => !control.signal.aborted)
    return namespaces.filter((one) => !live.some((other) => other.namespaces.includes(one)))
  }

  /** Starts an attempt. Calls `settled` when it succeeds or fails, before callers learn the outcome. */
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
    // Callers wait for a promise of their own, so this promise must not cause an unhandled rejection.
    done.catch(() => {})
    const running: Running = { ...attempt, control, done, over, callers: 0 }
    this.#running.add(running)
    this.#leaving.add(running)
    return done
  }

  /**
   * Joins the connector's pending connect if that connect covers the requested families. Otherwise starts a new attempt. If all
   * callers abort, the attempt is aborted.
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
    // Runs synchronously on abort, so that the next call doesn't join an attempt without callers.
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

  /** Aborts matching attempts. `reason` is called only when one matches. */
  cancel(which: (attempt: Attempt) => boolean, reason: () => LatchkeyError): void {
    for (const attempt of this.#running) if (which(attempt)) attempt.control.abort(reason())
  }
}
