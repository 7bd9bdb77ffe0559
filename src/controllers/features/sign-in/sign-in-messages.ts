import { throwIfAborted } from '../../../core/async/abort.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { signIn as limits } from '../../../core/limits.ts'
import type { SignInMessage } from '../../../core/sign-in/sign-in.ts'
import { isFresh } from '../../../core/timing.ts'
import type { Clock } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { SignInEvents, SignInState } from './sign-in.ts'
import type { SignInStore } from './sign-in-store.ts'

/** Creates messages in advance, so that the wallet can be asked within the visitor's click. */
export class SignInMessages {
  readonly #host: FeatureHost<SignInState, SignInEvents>
  readonly #store: SignInStore
  readonly #clock: Pick<Clock, 'now'>
  #prepared: { readonly message: SignInMessage; readonly at: number } | undefined
  #preparing: { readonly message: Promise<SignInMessage>; readonly signal: AbortSignal } | undefined

  constructor(host: FeatureHost<SignInState, SignInEvents>, store: SignInStore, clock: Pick<Clock, 'now'>) {
    this.#host = host
    this.#store = store
    this.#clock = clock
  }

  clear(): void {
    this.#prepared = undefined
  }

  /**
   * Creates the message for the active account. The signal aborts when another account becomes active. Concurrent calls share one
   * message: a server creates a new nonce for each request, so it would refuse the first of two messages. For the same reason, an
   * earlier message isn't used any more.
   */
  prepare(signal: AbortSignal): Promise<SignInMessage> {
    if (this.#preparing?.signal === signal) return this.#preparing.message
    this.clear()
    const message = this.#create(signal).finally(() => {
      if (this.#preparing?.message === message) this.#preparing = undefined
    })
    this.#preparing = { message, signal }
    return message
  }

  async #create(signal: AbortSignal): Promise<SignInMessage> {
    const { account } = this.#host.state
    if (!account) throw latchkeyError('siwx/no-address')
    const { networkId: chainId, address: accountAddress } = parseCaipAddress(account)
    const message = await this.#store.call(
      (sessions, inner) => sessions.createMessage({ chainId, accountAddress }, { signal: inner }),
      signal,
    )
    throwIfAborted(signal)
    this.#prepared = { message, at: this.#clock.now() }
    this.#host.patch({ message })
    return message
  }

  /**
   * Returns the prepared message if it isn't too old. Returns each message only once, so a message that the visitor declined
   * isn't used again.
   */
  take(): SignInMessage | undefined {
    const prepared = this.#prepared
    this.#prepared = undefined
    const lifetime = this.#store.sessions.messageLifetime ?? limits.preparedFor
    return prepared && isFresh(prepared.at, lifetime, this.#clock.now()) ? prepared.message : undefined
  }
}
