import { signIn as limits } from '../../../core/limits.ts'
import type { SignInSession, SignInSessions } from '../../../core/sign-in/sign-in.ts'
import { isFresh } from '../../../core/timing.ts'
import type { Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { SignInDeps, SignInEvents, SignInState } from './sign-in.ts'

/** The longest delay of a browser's timer, in ms. */
const longestTimer = 2_147_483_647

/**
 * Decides when to check for a session again: after an interval, when the session expires, and when the page becomes visible.
 */
export class SessionRechecks {
  readonly #deps: Pick<SignInDeps, 'clock' | 'page'>
  readonly #host: FeatureHost<SignInState, SignInEvents>
  readonly #sessions: Pick<SignInSessions, 'sessionInterval'>
  readonly #check: () => void
  #checkedAt = 0
  /** Whether a check was due while the page was hidden. */
  #missed = false
  #stop: Unsubscribe | undefined

  constructor(
    deps: Pick<SignInDeps, 'clock' | 'page'>,
    host: FeatureHost<SignInState, SignInEvents>,
    sessions: Pick<SignInSessions, 'sessionInterval'>,
    check: () => void,
  ) {
    this.#deps = deps
    this.#host = host
    this.#sessions = sessions
    this.#check = check
    host.own(deps.page.listen('visibilitychange', () => this.#onVisible()))
  }

  /** Records that a check has begun. */
  begin(): void {
    this.#checkedAt = this.#deps.clock.now()
    this.#missed = false
  }

  /** Schedules the next check: after the interval, or when the session expires if the session expires sooner. */
  schedule(session: SignInSession): void {
    const { clock } = this.#deps
    const left = Date.parse(session.data.expirationTime ?? '') - clock.now()
    // If the session store returns an expired session, wait for the interval. Otherwise the client would check the session in an
    // endless loop.
    const wait = left > 0 ? Math.min(left, this.#interval) : this.#interval
    this.#stop?.()
    this.#stop = this.#host.after(clock, wait, () => this.#run())
  }

  get #interval(): number {
    return Math.min(this.#sessions.sessionInterval ?? limits.checkedFor, longestTimer)
  }

  /** Runs the check. If the page is hidden, the check runs when the page becomes visible. */
  #run(): void {
    if (!this.#host.state.session) return
    this.#missed = !this.#deps.page.visible()
    if (!this.#missed) this.#check()
  }

  /** Checks when the page becomes visible, because the visitor may have signed in or out in another tab. */
  #onVisible(): void {
    const { clock, page } = this.#deps
    const { status, canceling } = this.#host.state
    if (!page.visible()) return
    if (status === 'required' || status === 'offered') {
      // Check even after a short absence: to cancel here would end the sessions of the other tab too.
      if (!canceling) this.#check()
    } else if (
      this.#missed ||
      !isFresh(this.#checkedAt, Math.min(limits.recheckAfter, this.#interval), clock.now())
    )
      this.#run()
  }
}
