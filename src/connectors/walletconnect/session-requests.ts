import { raceAbort } from '../../core/async/abort.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorEvents } from '../../core/wallet/connector.ts'
import type { Clock } from '../../ports.ts'
import { answerMissed, errorFrom, isRefusal } from './errors.ts'
import type { LibraryEvents, SignClient } from './library/library.ts'
import { besideLibrary, withUniqueId } from './library/request-ids.ts'
import type { SessionLink } from './relay/relay-link.ts'

/**
 * The time limit of a request in ms. The WalletConnect library and the wallet have a limit of five minutes. Our limit ends just
 * before theirs.
 */
const requestLifetime = 299_000

/** Matches the methods that may send a transaction, such as `eth_sendTransaction` and `solana_signAndSendTransaction`. */
const sends = /send/i

export interface SessionRequestsOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly client: SignClient
  /** Called before the library gets a request. */
  readonly beforeAsking?: (() => void) | undefined
  /**
   * Called with a request when the relay has accepted it. When the newest request ends, called with the pending request that is
   * now the newest, or with undefined if there is none.
   */
  readonly requestSent?: ((sent: ConnectorEvents['requestSent']) => void) | undefined
  readonly link: Pick<SessionLink, 'after' | 'untilRefused' | 'clearRefusal' | 'ready' | 'untilUndelivered'>
}

export interface SessionRequest {
  readonly topic: string
  /** The wallet's id of the network. */
  readonly chainId: string
  readonly method: string
  readonly params: unknown
  /** Whether the request isn't reported, because no visitor has to open the wallet's app for it. */
  readonly silent?: boolean | undefined
}

/**
 * The pending requests of a session. Each ends when the wallet answers, the request expires or can't be sent, the session ends,
 * or the caller aborts.
 */
export class SessionRequests {
  readonly #options: SessionRequestsOptions
  readonly #pending = new Set<(error: Error) => void>()
  /** The requests that the relay has accepted, and for which a visitor waits. */
  readonly #atWallet = new Map<SessionRequest, ConnectorEvents['requestSent']>()
  /**
   * For each request in the library, a callback that gets the request's id when the library sends
   * the request.
   */
  readonly #unnumbered = new Map<object, (id: number) => void>()
  readonly #numbered = ({ request, id }: LibraryEvents['session_request_sent']) =>
    this.#unnumbered.get(request)?.(id)

  constructor(options: SessionRequestsOptions) {
    this.#options = options
  }

  async send(request: SessionRequest, signal: AbortSignal | undefined): Promise<unknown> {
    const { link } = this.#options
    let give: (error: Error) => void = () => {}
    const ended = new Promise<never>((_, reject) => {
      give = reject
      this.#pending.add(give)
    })
    const left = new AbortController()
    const due = new AbortController()
    const stop = link.after(
      requestLifetime,
      // The relay keeps an answer for five minutes. If the page slept, it may have missed the answer.
      (slept) =>
        give(slept ? latchkeyError('wallet/answer-missed') : latchkeyError('wallet/request-expired')),
      () => due.abort(),
    )
    try {
      link.clearRefusal()
      // Pass a request to the library only when it can be sent. A request that waits in the library could be sent when no caller
      // waits anymore.
      await raceAbort(Promise.race([link.ready(left.signal), ended]), signal)
      const answer = this.#ask(request, left.signal, due.signal)
      return await raceAbort(Promise.race([answer, ended]), signal)
    } catch (error) {
      throw errorFrom(error, request.method)
    } finally {
      stop()
      this.#pending.delete(give)
      left.abort()
      this.#answered(request)
    }
  }

  /** Removes a request that has ended. If it was the newest request, reports the request that is now the newest. */
  #answered(request: SessionRequest): void {
    const newest = () => [...this.#atWallet.values()].at(-1)
    const before = newest()
    if (this.#atWallet.delete(request) && newest() !== before) this.#options.requestSent?.(newest())
  }

  /**
   * Passes a request to the library. `left` aborts when no caller waits anymore, `due` when the library is about to give up.
   * @throws `wallet/answer-missed` if the request may send a transaction, and the relay failed after the wallet may have got it.
   * Any other request can be repeated, so it fails with the relay's error.
   */
  async #ask(wanted: SessionRequest, left: AbortSignal, due: AbortSignal): Promise<unknown> {
    const { topic, chainId, method, params, silent } = wanted
    const { client, clock, link, beforeAsking, requestSent } = this.#options
    beforeAsking?.()
    // Copy the parameters, so that the library's message for this request can be found by the identity of the copy.
    const given = (params ?? []) as object
    const request = { method, params: Array.isArray(given) ? [...given] : { ...given } }
    let open = true
    // Use one listener for all requests, because Node warns of a leak at more than ten listeners.
    if (this.#unnumbered.size === 0) client.on('session_request_sent', this.#numbered)
    const sent = new Promise<number>((resolve) => this.#unnumbered.set(request, resolve))
    // Drop a request without a caller as soon as it has an id, because the relay may never confirm it. The library would keep a
    // timer and a listener for the request. When the request expires, the library would leave a rejection unhandled, which ends a
    // Node process.
    const leave = () => {
      const id = open ? idOf(client, request.params) : undefined
      if (id !== undefined)
        client.engine.events?.emit(`session_request:${id}`, { error: { code: 0, message: 'aborted' } })
    }
    left.addEventListener('abort', leave, { once: true })
    sent.then(() => left.aborted && leave())
    const asked = withUniqueId(() => client.request({ topic, chainId, request })).finally(() => {
      open = false
      this.#unnumbered.delete(request)
      if (this.#unnumbered.size === 0) client.off('session_request_sent', this.#numbered)
    })
    const answer = Promise.race([asked.catch(unlessGivenUp), this.#lateAnswer(request.params, left, due)])
    answer.catch(() => {})
    // Without a caller, stop watching: the link reconnects faster while a request is pending.
    const awaited = raceAbort(answer, left)
    awaited.catch(() => {})
    // Stop watching the delivery when the relay has the request. From then on, the wallet can answer it, even if the relay is
    // unreachable for a long time.
    const isRequest = (id: unknown) => idOf(client, request.params) === id
    let isDelivered = false
    try {
      await link.untilUndelivered(isRequest, Promise.race([sent, awaited]))
      isDelivered = true
      if (!silent) {
        sent.then((id) =>
          // Wait a moment before the report. The library reports a request as sent even if the relay refused it, but in that case,
          // the request fails at once.
          clock.after(0, () => {
            if (left.aborted) return
            this.#atWallet.set(wanted, { id, topic })
            requestSent?.({ id, topic })
          }),
        )
      }
      return await link.untilRefused(awaited)
    } catch (error) {
      const missed = isDelivered && isRefusal(error) ? answerMissed(error) : error
      // A request that sends nothing can be repeated. So its caller gets the relay's error.
      throw isLatchkeyError(missed, 'wallet/answer-missed') && !sends.test(method) ? missed.cause : missed
    }
  }

  /** Settles with an answer that comes after the library has given up. The library's five minutes include the time asleep. */
  #lateAnswer(params: object, left: AbortSignal, due: AbortSignal): Promise<unknown> {
    const { client } = this.#options
    const { events } = client.engine
    return new Promise((resolve, reject) => {
      const late = () => {
        const id = idOf(client, params)
        if (left.aborted || id === undefined || !events?.on) return
        const name = `session_request:${id}`
        // Stop the library's timer, which would leave a rejection unhandled.
        events.emit(name, { error: givenUp })
        const answered = besideLibrary(({ result, error }: { result?: unknown; error?: unknown }) => {
          if (error) reject(error)
          else resolve(result)
        })
        events.on(name, answered)
        left.addEventListener('abort', () => events.off(name, answered), { once: true })
      }
      due.addEventListener('abort', late, { once: true })
    })
  }

  /** Ends all pending requests. */
  end(): void {
    for (const reject of [...this.#pending]) reject(latchkeyError('wallet/closed-during-request'))
    this.#pending.clear()
  }
}

/** The error with which we end the library's wait for an answer. At that time, the request itself hasn't expired. */
const givenUp = { code: 0, message: 'Given up by the library' }

function unlessGivenUp(error: unknown): Promise<never> {
  return error === givenUp ? new Promise<never>(() => {}) : Promise.reject(error)
}

/** Returns the library's id of the request with these parameters. */
function idOf({ core }: SignClient, params: object): number | undefined {
  for (const { id, request } of core.history?.records?.values() ?? []) {
    const { request: sent } = (request.params ?? {}) as { readonly request?: { readonly params?: unknown } }
    if (sent?.params === params) return id
  }
  return undefined
}
