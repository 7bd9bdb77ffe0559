import { raceAbort } from '../../core/async/abort.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { isLatchkeyError, type LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Connection } from '../../core/wallet/connection.ts'

type Connections = readonly Connection[]

/** A connect or a reconnect under way. Aborting it takes its effect away, whatever the wallet answers later. */
interface Attempt {
  readonly kind: 'connecting' | 'reconnecting'
  readonly connectorId: string
  readonly namespaces: readonly ChainNamespace[]
}
interface Running extends Attempt {
  readonly control: AbortController
  readonly done: Promise<Connections>
  /** Settles when nothing of the attempt goes on any more; after an abort that is later than `done`. */
  readonly over: Promise<unknown>
  callers: number
}

/** Who is being asked for what. A family is in at most one attempt that still counts: a later one ends the earlier. */
export class SessionAttempts {
  readonly #running = new Set<Running>()
  readonly #leaving = new Set<Running>()

  /** What is still being cleared up of attempts on a connector that do not count any more. */
  leaving(connectorId: string): readonly Promise<unknown>[] {
    return [...this.#leaving]
      .filter((one) => one.connectorId === connectorId && one.control.signal.aborted)
      .map(({ over }) => over)
  }

  /** Those of the families that no attempt holds. */
  free(namespaces: readonly ChainNamespace[]): readonly ChainNamespace[] {
    return namespaces.filter((one) => ![...this.#running].some((other) => other.namespaces.includes(one)))
  }

  /** Begins an attempt. `settled` is told, however it ends, before its outcome is known. */
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
    // Callers hear of it through their own race; alone it must not count as unhandled.
    done.catch(() => {})
    const running: Running = { ...attempt, control, done, over, callers: 0 }
    this.#running.add(running)
    this.#leaving.add(running)
    return done
  }

  /** Waits for the open connect of a connector, begun before if need be. The last caller to leave takes it along. */
  async join(
    connectorId: string,
    begin: () => unknown,
    signal: AbortSignal | undefined,
  ): Promise<Connections> {
    const open = () =>
      [...this.#running].find(
        (one) => one.kind === 'connecting' && one.connectorId === connectorId && !one.control.signal.aborted,
      )
    if (!open()) begin()
    const attempt = open()
    if (!attempt) return []
    attempt.callers++
    let gone = false
    // At once: a call that follows must not find an attempt that nobody waits for any more.
    const leave = () => {
      if (!gone && --attempt.callers === 0) attempt.control.abort()
      gone = true
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await raceAbort(attempt.done, signal)
    } finally {
      signal?.removeEventListener('abort', leave)
      leave()
    }
  }

  /** The reason is made for those that it is told. */
  cancel(which: (attempt: Attempt) => boolean, reason: () => LatchkeyError): void {
    for (const attempt of this.#running) if (which(attempt)) attempt.control.abort(reason())
  }
}
