import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { Emitter } from '../../core/emitter.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { frameLimits } from '../../core/limits.ts'
import type { EmbeddedEvents } from '../../core/wallet/embedded-login.ts'
import type { CallOptions, Clock } from '../../ports.ts'
import type { EmbeddedFrame } from './frame.ts'
import { classOf } from './protocol/methods.ts'
import type { FrameRpcRequest } from './protocol/rpc-requests.ts'
import type { LoginStorage } from './stored-login.ts'

/**
 * Sends the calls of the connected wallet to the frame. The frame is on one network at a time, and switches to the network of
 * each call.
 */
export class FrameCalls {
  readonly #frame: EmbeddedFrame
  readonly #storage: LoginStorage
  readonly #events: Emitter<EmbeddedEvents>
  readonly #clock: Clock
  /** The frame's network. Undefined if it isn't known, for example after a reload of the frame. */
  #on: CaipNetworkId | undefined
  /** Counts logins, so that a call of an ended login isn't sent in the next login. */
  #login = 0
  /**
   * Settles when the previous call is sent or fails. Calls are sent one at a time. So after the frame has switched to a call's
   * network, no other call can switch the frame before that call is sent. A call that switches the frame itself keeps its turn
   * until its answer.
   */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(frame: EmbeddedFrame, storage: LoginStorage, events: Emitter<EmbeddedEvents>, clock: Clock) {
    this.#clock = clock
    this.#frame = frame
    this.#storage = storage
    this.#events = events
  }

  /** Records the frame's network after a change. Undefined means that the network isn't known. */
  moved(on: CaipNetworkId | undefined): void {
    this.#on = on
    if (on) this.#storage.set('chain', on)
  }

  get login(): number {
    return this.#login
  }

  /** Ends the login. */
  end(): void {
    this.#login++
    this.#frame.abortApprovals()
    this.moved(undefined)
  }

  refused(method: string): void {
    this.#events.emit('refused', { method })
  }

  /**
   * Waits until all earlier calls have been sent to the frame, then calls `run`. Later calls wait until `run` settles.
   * @param run Gets a function that throws if the login has ended.
   */
  inTurn<T>(run: (checkLogin: () => void) => Promise<T>, opts?: CallOptions): Promise<T> {
    const login = this.#login
    const checkLogin = () => {
      if (login !== this.#login) throw latchkeyError('wallet/closed-during-request')
    }
    const turn = this.#turn.then(async () => {
      throwIfAborted(opts?.signal)
      checkLogin()
      // The host may have removed the frame from the page. Then this call creates the frame again.
      await this.#frame.init()
      checkLogin()
      return run(checkLogin)
    })
    this.#turn = turn.catch(() => {})
    return raceAbort(turn, opts?.signal)
  }

  /** Switches the frame to a network, then calls `send`. Resolves when the message is sent. */
  sendOn<T>(
    on: CaipNetworkId,
    send: () => Promise<T>,
    opts?: CallOptions,
  ): Promise<{ readonly answer: Promise<T> }> {
    return this.inTurn(async (checkLogin) => {
      if (this.#on !== on) {
        // If the call is canceled before the answer, the frame may be on either network.
        this.#on = undefined
        await withTimeout(
          this.#clock,
          frameLimits.request,
          (signal) => this.#frame.send('SWITCH_NETWORK', { chainId: on }, { signal }),
          () => latchkeyError('frame/request-timeout'),
          opts?.signal,
        ).finally(checkLogin)
      }
      checkLogin()
      if (this.#on !== on) this.moved(on)
      // Send at once, before another call can switch the frame's network.
      const answer = send()
      answer.catch(() => {})
      return { answer }
    }, opts)
  }

  /**
   * Sends a request to the frame once. If the request needs the visitor's approval, emits `requested` when the request is sent,
   * and `responded` when it ends.
   */
  async request(call: FrameRpcRequest, on: CaipNetworkId, opts?: CallOptions): Promise<unknown> {
    const asks = classOf(call.method) === 'approved'
    const { answer } = await this.sendOn(on, () => this.#frame.send('RPC_REQUEST', call, opts), opts)
    if (!asks) return answer
    this.#events.emit('requested', { method: call.method })
    let approved = false
    try {
      const result = await answer
      approved = true
      return result
    } finally {
      this.#events.emit('responded', { method: call.method, approved })
    }
  }
}
