import { raceAbort } from '../../core/async/abort.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorEvents } from '../../core/wallet/connector.ts'
import type { Clock } from '../../ports.ts'
import { errorFrom } from './errors.ts'
import type { LibraryEvents, SignClient } from './library/library.ts'
import { besideLibrary, withUniqueId } from './library/request-ids.ts'
import type { SessionLink } from './relay/relay-link.ts'

/** In ms. The library and the wallet limit a request to five minutes. Our limit ends just before. */
const requestLifetime = 299_000

export interface SessionRequestsOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly client: SignClient
  /** Called before the library gets a request. */
  readonly beforeAsking?: (() => void) | undefined
  /**
   * Called with a request once the relay has accepted it. When the wallet answers this request, called with the newest request that still waits, or
   * with undefined if no request waits.
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
  /** Whether Latchkey makes the request itself, so that no visitor waits for it. */
  readonly own?: boolean | undefined
}

/** The pending requests of a session. Each ends with its answer, with the session, or when its caller aborts. */
export class SessionRequests {
  readonly #options: SessionRequestsOptions
  readonly #pending = new Set<(error: Error) => void>()
  /** The requests that the relay has taken and that a visitor waits for. */
  readonly #atWallet = new Map<SessionRequest, ConnectorEvents['requestSent']>()
  /** For each request passed to the library, a callback that receives the request's id once it is sent. */
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
      // The relay keeps an answer for five minutes, so a page that slept may have missed it.
      (slept) =>
        give(slept ? latchkeyError('wallet/answer-missed') : latchkeyError('wallet/request-expired')),
      () => due.abort(),
    )
    try {
      link.clearRefusal()
      // Pass a request to the library only when it can be sent. Otherwise it would be sent later, when no caller waits.
      await raceAbort(Promise.race([link.ready(left.signal), ended]), signal)
      const answer = this.#ask(request, left.signal, due.signal)
      return await raceAbort(link.untilRefused(Promise.race([answer, ended])), signal)
    } catch (error) {
      throw errorFrom(error, request.method)
    } finally {
      stop()
      this.#pending.delete(give)
      left.abort()
      this.#answered(request)
    }
  }

  /** Reports the newest request that still waits, unless this request was also the last one reported. */
  #answered(request: SessionRequest): void {
    const newest = () => [...this.#atWallet.values()].at(-1)
    const before = newest()
    if (this.#atWallet.delete(request) && newest() !== before) this.#options.requestSent?.(newest())
  }

  /** Passes a request to the library. `left` aborts when the caller has left, and `due` when the library is about to give up. */
  async #ask(wanted: SessionRequest, left: AbortSignal, due: AbortSignal): Promise<unknown> {
    const { topic, chainId, method, params, own } = wanted
    const { client, clock, link, beforeAsking, requestSent } = this.#options
    beforeAsking?.()
    // Copy the parameters, so that the object's identity leads to the message of this request.
    const given = (params ?? []) as object
    const request = { method, params: Array.isArray(given) ? [...given] : { ...given } }
    let open = true
    // One listener for all requests, because Node warns of a leak at more than ten.
    if (this.#unnumbered.size === 0) client.on('session_request_sent', this.#numbered)
    const sent = new Promise<number>((resolve) => this.#unnumbered.set(request, resolve))
    // A request without a caller keeps a timer and a listener in the library, and leaves a rejection unhandled when it expires, which ends a Node
    // process. Drop such a request as soon as it has an id, because the relay may never confirm it.
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
    // Once the relay has taken the request, the wallet can answer it, even if the relay is unreachable for a long time.
    const isRequest = (id: unknown) => idOf(client, request.params) === id
    await link.untilUndelivered(isRequest, Promise.race([sent, answer]))
    if (!own) {
      sent.then((id) =>
        // The library reports a request as sent even if the relay refused it. Then the request fails before this timer.
        clock.after(0, () => {
          if (left.aborted) return
          this.#atWallet.set(wanted, { id, topic })
          requestSent?.({ id, topic })
        }),
      )
    }
    return answer
  }

  /**
   * Settles with an answer that comes after the library has given up: the library's five minutes include the time
   * asleep.
   */
  #lateAnswer(params: object, left: AbortSignal, due: AbortSignal): Promise<unknown> {
    const { client } = this.#options
    const { events } = client.engine
    return new Promise((resolve, reject) => {
      const late = () => {
        const id = idOf(client, params)
        if (left.aborted || id === undefined || !events?.on) return
        const name = `session_request:${id}`
        // The library's own timer would leave a rejection unhandled.
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

/** The error with which we end the library's wait for an answer. Our own limit decides when a request has expired. */
const givenUp = { code: 0, message: 'Given up by the library' }

function unlessGivenUp(error: unknown): Promise<never> {
  return error === givenUp ? new Promise<never>(() => {}) : Promise.reject(error)
}

/** The library's id of the request with these parameters. */
function idOf({ core }: SignClient, params: object): number | undefined {
  for (const { id, request } of core.history?.records?.values() ?? []) {
    const { request: sent } = (request.params ?? {}) as { readonly request?: { readonly params?: unknown } }
    if (sent?.params === params) return id
  }
  return undefined
}
