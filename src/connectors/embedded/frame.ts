import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { type Resolvers, withResolvers } from '../../core/async/with-resolvers.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { frameLimits } from '../../core/limits.ts'
import type { EmbeddedEvents, FrameState } from '../../core/wallet/embedded-login.ts'
import type { CallOptions, Clock, FrameSpec, Frames, Logger, PageFrame, Unsubscribe } from '../../ports.ts'
import { newId, type PendingRequest, PendingRequests } from './pending-requests.ts'
import { type AppEventName, type AppPayload, appPrefix } from './protocol/app-events.ts'
import type { Answer } from './protocol/frame-events.ts'
import { classOf } from './protocol/methods.ts'
import { type FrameEvent, readAppEvent, readFrameEvent, type Unreadable } from './protocol/read-event.ts'

export interface EmbeddedFrameOptions {
  readonly clock: Clock
  readonly log: Logger
  /** Undefined outside a document. */
  readonly frames: Frames | undefined
  readonly spec: FrameSpec
  readonly changed: (state: FrameState) => void
  readonly timedOut: (reason: EmbeddedEvents['timedOut']) => void
  /** Called whenever the frame becomes ready, also after a reload. */
  readonly ready: () => void
  /** Called when the wallet opens or closes a dialog without a request from the page. */
  readonly asking: (open: boolean) => void
}

/** The events that wait for the frame without a time limit (S2.9). The wait of a logout is limited by its caller. */
const untimed: ReadonlySet<AppEventName> = new Set([
  'SYNC_THEME',
  'SYNC_DAPP_DATA',
  'SET_PREFERRED_ACCOUNT',
  'SIGN_OUT',
])
/** The events that need an answer within a time limit. */
const timed: ReadonlySet<AppEventName> = new Set([
  'CONNECT_EMAIL',
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_SOCIAL',
  'GET_SOCIAL_REDIRECT_URI',
])

/**
 * The hidden iframe and its requests. The iframe is created at the first use. If it failed to load or was removed from the
 * page, it is created again (S2.4, S2.7, S2.9, S3.1.2, S3.1.8).
 */
export class EmbeddedFrame {
  readonly #options: EmbeddedFrameOptions
  readonly #origin: string
  readonly #pending = new PendingRequests()
  #mounted: { readonly frame: PageFrame; readonly releases: Unsubscribe[] } | undefined
  #mounting: Promise<void> | undefined
  #state: FrameState = 'absent'
  #readiness: Resolvers<void>
  #stopLoading: Unsubscribe | undefined
  #stopDelay: Unsubscribe | undefined
  /** Whether the loaded document isn't ready yet. */
  #fresh = true
  #everLoaded = false
  /** Whether the frame sent READY again. A reloaded document may send READY before the browser emits `load`. */
  #readyAgain = false
  #warned = false
  /** Whether the wallet shows a dialog that the page didn't request. */
  #asking = false
  #disposed = false

  constructor(options: EmbeddedFrameOptions) {
    this.#options = options
    this.#origin = new URL(options.spec.attributes.src).origin
    this.#readiness = readiness()
  }

  get state(): FrameState {
    return this.#state
  }

  /**
   * Adds the frame to the page if it isn't there yet.
   * @throws `frame/taken` if another client of the page has a frame.
   */
  init(): Promise<void> {
    this.#mounting ??= this.#init().finally(() => {
      this.#mounting = undefined
    })
    return this.#mounting
  }

  async #init(): Promise<void> {
    if (this.#disposed) throw latchkeyError('config/disposed')
    const { frames, spec } = this.#options
    if (this.#mounted && !this.#mounted.frame.attached) this.#lose(latchkeyError('frame/not-set'))
    if (this.#mounted) return
    if (!frames) throw latchkeyError('frame/not-set')
    const frame = await frames.put(spec)
    if (!frame) throw latchkeyError('frame/taken')
    if (this.#disposed) {
      frame.remove()
      throw latchkeyError('config/disposed')
    }
    this.#mounted = {
      frame,
      releases: [
        frame.onMessage((data, origin) => this.#onMessage(data, origin)),
        frame.onLoad((loaded) => this.#loaded(loaded)),
      ],
    }
    this.#fresh = true
    this.#everLoaded = this.#readyAgain = false
    this.#setState('loading')
  }

  /**
   * Sends a request once, as soon as the frame is ready. If the signal aborts, stops waiting. In
   * this case, a request that needs an approval is also canceled in the frame.
   * @throws `flow/aborted` if `isWanted` returns false when the frame is ready.
   */
  async send<N extends AppEventName>(
    name: N,
    payload: AppPayload<N>,
    { signal, isWanted }: CallOptions & { readonly isWanted?: () => unknown } = {},
  ): Promise<Answer<N>> {
    if (this.#disposed) throw latchkeyError('config/disposed')
    throwIfAborted(signal)
    const message = { type: `${appPrefix}${name}`, ...(payload !== undefined && { payload }) }
    const read = readAppEvent(message) as ReturnType<typeof readAppEvent> & Partial<Unreadable>
    if (read?.reason !== undefined)
      throw latchkeyError('frame/invalid-request', { values: { reason: read.reason } })
    const method = name === 'RPC_REQUEST' ? (payload as AppPayload<'RPC_REQUEST'>).method : undefined
    const request = this.#pending.add(name, method)
    // Prevents an unhandled rejection if the caller aborts before the promise settles.
    request.promise.catch(() => {})
    let late: Unsubscribe | undefined
    try {
      if (this.#state !== 'ready') {
        if (!untimed.has(name)) this.#awaitLoading()
        await raceAbort(Promise.race([this.#readiness.promise, request.promise]), signal)
      }
      if (isWanted && !isWanted()) throw latchkeyError('flow/aborted')
      if (timed.has(name)) late = this.#limit(request)
      this.#post({ ...message, id: request.id })
      return (await raceAbort(request.promise, signal)) as Answer<N>
    } catch (error) {
      if (signal?.aborted && asksVisitor(request)) this.#giveUp(request)
      throw error
    } finally {
      late?.()
      this.#pending.drop(request)
    }
  }

  /** Aborts the requests that need the visitor's approval (S2.4). */
  abortApprovals(): void {
    for (const request of this.#pending.abort(asksVisitor)) this.#giveUp(request)
  }

  /** Aborts all requests, for example when the login ends. */
  abort(): void {
    this.#pending.abort()
  }

  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    this.#remove()
    this.#fail(latchkeyError('config/disposed'))
  }

  /**
   * Cancels a request in the frame, so that the visitor can't approve it after its caller has given
   * up. Frames that don't know the event RPC_ABORT ignore this event.
   */
  #giveUp({ id }: PendingRequest): void {
    if (this.#state !== 'ready' || !this.#mounted?.frame.attached) return
    this.#post({ type: `${appPrefix}RPC_ABORT`, id: newId(), payload: { id } })
  }

  #post(message: object): void {
    const mounted = this.#mounted
    if (!mounted?.frame.attached || !mounted.frame.post(message, this.#origin)) {
      const error = latchkeyError('frame/not-set')
      this.#lose(error)
      throw error
    }
  }

  #onMessage(data: unknown, origin: string): void {
    if (origin !== this.#origin) return
    const event = readFrameEvent(data)
    if (!event) return
    if (event.kind === 'unreadable') this.#warn(event.reason)
    else if (event.kind === 'ready') this.#onReady()
    else if (event.kind === 'asking') this.#ask(event.open)
    else if ('name' in event) this.#pending.answer(event as Extract<FrameEvent, { name: AppEventName }>)
  }

  /** Waits for a short delay after READY, then marks the frame as ready. Several READY events start only one delay. */
  #onReady(): void {
    if (this.#stopDelay) return
    if (!this.#fresh) {
      this.#readyAgain = true
      return
    }
    this.#stopLoading?.()
    this.#stopLoading = undefined
    this.#stopDelay = this.#options.clock.after(frameLimits.afterReady, () => {
      this.#stopDelay = undefined
      this.#fresh = false
      this.#setState('ready')
      this.#readiness.resolve()
      this.#options.ready()
    })
  }

  #loaded(loaded: boolean): void {
    const again = this.#everLoaded
    this.#everLoaded = true
    if (!loaded) this.#lose(latchkeyError('frame/load-failed'))
    if (!again || !loaded || this.#fresh) return
    // The previous document is gone, so its requests can't be answered. Reject them.
    this.#fresh = true
    this.#warned = false
    this.#setState('loading')
    this.#readiness = readiness()
    this.#pending.abort()
    if (this.#readyAgain) this.#onReady()
    this.#readyAgain = false
  }

  #awaitLoading(): void {
    if (this.#stopDelay) return
    this.#stopLoading ??= this.#options.clock.after(frameLimits.ready, () => {
      this.#stopLoading = undefined
      this.#remove()
      this.#options.timedOut('iframe_load_failed')
      this.#pending.abort()
      this.#fail(latchkeyError('frame/load-failed'))
    })
  }

  /**
   * Limits the wait for an answer. When the limit ends, only this request fails, because the visitor may be approving another
   * request in the frame. While the wallet shows a dialog, for example to ask for a code, the limit starts again.
   */
  #limit(request: object): Unsubscribe {
    const wait = () =>
      this.#options.clock.after(frameLimits.request, () => {
        if (this.#asking) {
          stop = wait()
          return
        }
        this.#options.timedOut('iframe_request_timeout')
        this.#pending.abort((open) => open === request)
      })
    let stop = wait()
    return () => stop()
  }

  #lose(error: Error): void {
    this.#remove()
    this.#fail(error)
  }

  #fail(error: Error): void {
    this.#readiness.reject(error)
    this.#readiness = readiness()
    this.#pending.abort()
  }

  #remove(): void {
    const mounted = this.#mounted
    this.#mounted = undefined
    this.#stopLoading?.()
    this.#stopDelay?.()
    this.#stopLoading = this.#stopDelay = undefined
    for (const release of mounted?.releases ?? []) release()
    mounted?.frame.remove()
    this.#setState('absent')
  }

  #setState(state: FrameState): void {
    if (state === this.#state) return
    this.#state = state
    if (this.#disposed) return
    // A frame that was removed or loads again shows no dialog.
    if (state !== 'ready') this.#ask(false)
    this.#options.changed(state)
  }

  #ask(open: boolean): void {
    if (open === this.#asking) return
    this.#asking = open
    this.#options.asking(open)
  }

  /** Warns once per load, so that many messages don't fill the console. */
  #warn(reason: string): void {
    if (this.#warned) return
    this.#warned = true
    this.#options.log.warn(`The embedded wallet sent an invalid message: ${reason}`)
  }
}

function asksVisitor({ method }: PendingRequest): boolean {
  return method !== undefined && classOf(method) !== 'safe'
}

/**
 * Creates the promise that resolves when the frame is ready. Handles its rejection, because there
 * may be no request that waits for it.
 */
function readiness(): Resolvers<void> {
  const made = withResolvers<void>()
  made.promise.catch(() => {})
  return made
}
