import type { Clock, Unsubscribe } from '../ports.ts'
import type { EndpointHealth } from './endpoint-health.ts'
import { createSharedPause } from './shared-pause.ts'

/** The default time, in ms, after which a second URL is asked too. */
export const hedgeAfter = 1500
/** The number of reads for which one additional request is allowed. The first additional request is always allowed. */
const readsPerHedge = 10

interface Asked {
  readonly health: EndpointHealth
}

export interface HedgedRead<E extends Asked> {
  readonly main: E
  /** Returns the second endpoint, if there is one. */
  spare(): E | undefined
  ask(endpoint: E, signal: AbortSignal): Promise<unknown>
  /** Returns whether an error is final: every endpoint would return it. */
  isFinal(error: unknown): boolean
  /** Called with the error of the second endpoint. Not called if its request was aborted. */
  onSpareError(spare: E, error: unknown): void
  readonly signal: AbortSignal
}

/**
 * Creates a function that asks one endpoint, and a second endpoint if a read has no answer after `ms`. The first result wins, and
 * the other request is aborted. If one endpoint fails with an error that isn't final, waits for the other one.
 */
export function createHedge(clock: Clock, ms: number) {
  // All reads share this pause. So reads that begin together also go to the second endpoint together, in one batch.
  const pause = createSharedPause(clock)
  let reads = 0
  let hedges = 0

  /**
   * Returns whether another hedge is allowed: at most one for ten reads. So slow endpoints don't double the load on the other
   * endpoints.
   */
  function isAllowed(): boolean {
    if (hedges > reads / readsPerHedge) return false
    hedges++
    return true
  }

  return <E extends Asked>(read: HedgedRead<E>): Promise<unknown> => {
    const { main, ask, isFinal, onSpareError, signal } = read
    const stops = { main: new AbortController(), spare: new AbortController() }
    let running = 0
    let failure: { readonly error: unknown } | undefined
    const waiting = new AbortController()
    let stopListening: Unsubscribe = () => {}
    reads++

    return new Promise<unknown>((resolve, reject) => {
      const abort = () => end(() => {}, 'both')
      signal.addEventListener('abort', abort, { once: true })

      function end(settle: () => void, stop: 'main' | 'spare' | 'both'): void {
        waiting.abort()
        stopListening()
        signal.removeEventListener('abort', abort)
        settle()
        if (stop !== 'spare') stops.main.abort(signal.reason)
        if (stop !== 'main') stops.spare.abort(signal.reason)
      }

      function begin(which: 'main' | 'spare', endpoint: E): void {
        running++
        const other = which === 'main' ? 'spare' : 'main'
        const win = (settle: () => void) => {
          end(settle, other)
          if (which === 'spare') main.health.rest()
        }
        ask(endpoint, stops[which].signal).then(
          (answer) => win(() => resolve(answer)),
          (error) => {
            running--
            if (which === 'main') failure = { error }
            // An endpoint whose request was aborted hasn't failed.
            else if (!stops.spare.signal.aborted) onSpareError(endpoint, error)
            if (isFinal(error)) win(() => reject(error))
            else if (running === 0) end(() => reject(failure ? failure.error : error), other)
          },
        )
      }

      function hedge(): void {
        stopListening()
        const spare = read.spare()
        if (spare) begin('spare', spare)
      }

      begin('main', main)
      pause(ms, waiting.signal).then(
        () => {
          // If the endpoint rests, another read has shown that it doesn't answer. So hedge even if the limit is reached.
          if (main.health.restsUntil() !== undefined || isAllowed()) hedge()
          else stopListening = main.health.onRest(hedge)
        },
        // The read ended during the pause.
        () => {},
      )
    })
  }
}

/**
 * Matches reads that only one endpoint may get at a time. These are reads with large answers, filters, and reads of the data for
 * a payment. A filter exists only at one endpoint. A nonce, a fee and a block hash from different endpoints may not fit together.
 */
const alone =
  /etadata|Logs|ilter|Proof|trace|tx_search|nonce|TransactionCount|accountNextIndex|auth\.|imulat|stimat|[fF]ee|gasPrice|[pP]ayment|BlockBy|BlockHash|LatestBlockhash|FinalizedHead|getHeader|getRuntimeVersion/

/** Returns whether two endpoints may get the same read at the same time. `text` is the method with its parameters, or a path. */
export function isHedged(text: string): boolean {
  return !alone.test(text.slice(0, 200))
}

/**
 * Returns whether each caller of this read needs an answer of its own: a new filter belongs to one caller, and each change of a
 * filter is in one answer only.
 */
export function hasOwnAnswer(method: string): boolean {
  return /^eth_(new\w*Filter|getFilterChanges)$/.test(method)
}
