import { throwIfAborted } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { signIn as limits } from '../../../core/limits.ts'
import type { SignInSession } from '../../../core/sign-in/sign-in.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { SignInDeps, SignInEvents, SignInState } from './sign-in.ts'
import type { SignInStore } from './sign-in-store.ts'

/** Stores the sessions that a wallet signed while it connected (S3.6.4). */
export class OneClickSignIn {
  readonly #deps: Pick<SignInDeps, 'clock' | 'snackbar'>
  readonly #host: FeatureHost<SignInState, SignInEvents>
  readonly #store: SignInStore
  /** The latest write of sessions, which may be in progress. */
  #keeping: Promise<unknown> = Promise.resolve()
  /** Whether the wallet signed the sign-in message while it connected, and the session hasn't been read from the store yet. */
  signedIn = false

  constructor(
    deps: Pick<SignInDeps, 'clock' | 'snackbar'>,
    host: FeatureHost<SignInState, SignInEvents>,
    store: SignInStore,
  ) {
    this.#deps = deps
    this.#host = host
    this.#store = store
  }

  async keep(sessions: readonly SignInSession[], { signal }: CallOptions): Promise<void> {
    const { clock, snackbar } = this.#deps
    const isSignIn = sessions.length > 0
    const before = this.#keeping
    if (isSignIn) snackbar.showLoading('Authenticating...', { autoClose: false })
    try {
      await this.#store.call((store, inner) => {
        // Wait for the write of an aborted call, because it could overwrite the sessions of this call.
        const late = () => latchkeyError('flow/aborted')
        const turn = withTimeout(clock, limits.queueTimeout, () => before, late, inner).catch(() => {})
        const kept = turn.then(() => {
          throwIfAborted(inner)
          return store.setSessions(sessions, { signal: inner })
        })
        this.#keeping = kept.catch(() => {})
        return kept
      }, signal)
      this.signedIn = isSignIn
    } catch (cause) {
      if (!signal?.aborted) this.#host.emit('failed', { error: toLatchkeyError(cause) })
      throw cause
    } finally {
      if (isSignIn) snackbar.hide()
    }
  }
}
