import { withTimeout } from '../../../core/async/deadline.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { signIn as limits } from '../../../core/limits.ts'
import type { SignInSessions } from '../../../core/sign-in/sign-in.ts'
import type { Clock } from '../../../ports.ts'

/** Calls the host's session store with a timeout, because the store or its server may never answer. */
export class SignInStore {
  readonly sessions: SignInSessions
  readonly #clock: Clock

  constructor(sessions: SignInSessions, clock: Clock) {
    this.sessions = sessions
    this.#clock = clock
  }

  /**
   * Calls the store.
   * @throws `siwx/server-failed` after the timeout, or any error of the store.
   */
  call<T>(
    run: (sessions: SignInSessions, signal: AbortSignal) => T | Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const late = () =>
      latchkeyError('siwx/server-failed', { values: { reason: `no response within ${limits.timeout} ms` } })
    return withTimeout(this.#clock, limits.timeout, async (inner) => run(this.sessions, inner), late, signal)
  }
}
