import { withTimeout } from '../../../core/async/deadline.ts'
import type { Clock, Logger, Unsubscribe } from '../../../ports.ts'
import { answerMissed, errorFrom, isRefusal, relayUnreachable } from '../errors.ts'
import { relayLimits } from '../relay/relay-limits.ts'
import type { SessionLink } from '../relay/relay-link.ts'
import { RelayRefusal } from '../relay/relay-refusal.ts'
import type { SignClient } from './library.ts'

export interface HostLinkOptions {
  readonly core: SignClient['core']
  readonly clock: Clock
  readonly log: Logger
}

/**
 * The relay link of a client that the host created. The host owns the connection, so this class only listens to it and neither
 * changes nor closes it. The WalletConnect library decides when to reconnect.
 */
export class HostLink implements SessionLink {
  readonly #options: HostLinkOptions
  readonly #refusal = new RelayRefusal()
  readonly #failed = (error: never) => {
    const known = errorFrom(error, 'connect')
    if (isRefusal(known)) this.#refusal.set(known)
  }

  constructor(options: HostLinkOptions) {
    this.#options = options
    options.core.relayer.on('relayer_error', this.#failed)
  }

  /** Resolves at once, because the library itself waits for the relay. */
  async ready(): Promise<void> {}

  inTime<T>(run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return withTimeout(this.#options.clock, relayLimits.reach, run, relayUnreachable, signal)
  }

  untilRefused<T>(promise: Promise<T>): Promise<T> {
    return this.#refusal.orElse(promise)
  }

  /** If the relay refuses us, assumes that the wallet got the message, because the library doesn't report what it has sent. */
  untilUndelivered<T>(_isRequest: (id: unknown) => boolean, promise: Promise<T>): Promise<T> {
    return this.#refusal.orElse(promise).catch((error) => {
      throw isRefusal(error) ? answerMissed(error) : error
    })
  }

  /** Calls `run` after `ms`. If the page slept, waits longer, so that the library has time to reconnect first. */
  after(ms: number, run: (slept: boolean) => void, due?: () => void): Unsubscribe {
    const { clock } = this.#options
    const dueAt = clock.now() + ms
    let stop = clock.after(ms, () => {
      due?.()
      if (clock.now() - dueAt <= relayLimits.late) return run(false)
      stop = clock.after(relayLimits.reach, () => run(true))
    })
    return () => stop()
  }

  clearRefusal(): void {
    this.#refusal.clear()
  }

  async leave(topic: string): Promise<void> {
    const { clock, core, log } = this.#options
    await withTimeout(
      clock,
      relayLimits.leaveTopic,
      () => core.relayer.unsubscribe(topic),
      relayUnreachable,
    ).catch((error) => log.debug('Unsubscribing from an ended topic failed', error))
  }

  async rest(): Promise<void> {}

  async end(): Promise<void> {
    this.#options.core.relayer.off('relayer_error', this.#failed)
  }
}
