import { raceAbort, throwIfAborted } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { sharedRuns } from '../../../core/async/shared-run.ts'
import { until } from '../../../core/async/until.ts'
import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { signIn as limits } from '../../../core/limits.ts'
import type { SignInMessage, SignInSession, SignInSessions } from '../../../core/sign-in.ts'
import { isFresh } from '../../../core/timing.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { CallOptions, Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { SignInCalls, SignInDeps, SignInEvents, SignInState } from './sign-in.ts'

/** The fields of an account whose sign-in state is not known yet. */
const unknown = {
  session: undefined,
  message: undefined,
  signing: false,
  cancelling: false,
  error: undefined,
} as const

/** Implements `SignInController` when sign-in is disabled. */
export const noSignIn: SignInCalls = {
  async sign() {
    throw latchkeyError('siwx/not-enabled')
  },
  async cancel() {},
  async signOut() {},
  async refresh() {},
  async ready() {
    return undefined
  },
  async createMessage() {
    throw latchkeyError('siwx/not-enabled')
  },
  async keep() {
    throw latchkeyError('siwx/not-enabled')
  },
}

/** The longest delay that browsers' timers support, in ms. */
const longestTimer = 2_147_483_647

/** Implements `SignInController` when sign-in is enabled (S1.4, S3.6.2). */
export class SignInEngine implements SignInCalls {
  readonly #deps: SignInDeps
  readonly #host: FeatureHost<SignInState, SignInEvents>
  readonly #sessions: SignInSessions
  readonly #signing = sharedRuns<SignInSession | undefined>()
  readonly #waiting = new Set<() => void>()
  /** Aborted when another account becomes active. */
  #asked = new AbortController()
  /** Aborted when the visitor cancels the signature request. */
  #attempt = new AbortController()
  /** Whether the connection was restored from an earlier visit. */
  #restored = true
  #prepared: { readonly message: SignInMessage; readonly at: number } | undefined
  /** Signed but not stored yet, because the server did not answer. */
  #signed: SignInSession | undefined
  /** When the session was last checked (ms), and what cancels the next check. */
  #checkedAt = 0
  #stopWatching: Unsubscribe | undefined
  /** The pending write of one-click sign-ins. */
  #keeping: Promise<unknown> = Promise.resolve()
  /** The wallet signed in as it connected, during this visit. */
  #inOneClick = false

  constructor(deps: SignInDeps, sessions: SignInSessions, host: FeatureHost<SignInState, SignInEvents>) {
    this.#deps = deps
    this.#sessions = sessions
    this.#host = host
    host.own(() => {
      this.#asked.abort()
      this.#attempt.abort()
    })
    host.own(deps.account.subscribe(() => this.#attend()))
    host.own(deps.network.subscribe(() => this.#attend()))
    // A wallet whose session expired may reconnect, so its sign-in is kept.
    host.own(deps.session.on('ended', ({ reason }) => reason !== 'expired' && void this.#forget()))
    host.own(deps.page.listen('visibilitychange', () => this.#seeAgain()))
    this.#attend()
  }

  async sign({ signal }: CallOptions = {}): Promise<SignInSession | undefined> {
    const { account: accounts, network, adapters } = this.#deps
    const { caipAddress: account } = accounts.active
    if (!account) throw latchkeyError('siwx/no-address')
    if (!network.isSupported()) throw latchkeyError('siwx/no-network')
    if (this.#host.state.session) return this.#host.state.session
    const { namespace } = parseCaipAddress(account)
    const adapter = (await adapters.get(namespace).catch(() => undefined)) as ChainAdapter | undefined
    if (!adapter) throw latchkeyError('siwx/no-client')
    return this.#signing(account, (inner) => this.#sign(account, adapter, inner), signal)
  }

  async cancel(): Promise<void> {
    const { status } = this.#host.state
    const { router } = this.#deps
    this.#attempt.abort()
    if (status === 'required' || status === 'offered') this.#host.emit('canceled')
    if (status === 'required') this.#leave()
    else if (status === 'offered') {
      this.#host.patch({ error: undefined })
      this.#host.emit('dismissed')
      router.reset('Connect')
    }
  }

  async signOut({ signal }: CallOptions = {}): Promise<void> {
    const { account, session } = this.#host.state
    if (!account || !session) return
    const { networkId, address } = parseCaipAddress(account)
    await this.#inTime((inner) => this.#sessions.revokeSession(networkId, address, { signal: inner }), signal)
    this.#host.emit('signedOut', { account })
    if (this.#host.state.account !== account) return
    this.#patch({ ...unknown, status: this.#missing })
    if (this.#missing === 'required') this.#leave()
    else this.#prepare().catch(() => {})
  }

  async refresh(): Promise<void> {
    const { account } = this.#host.state
    if (account && !this.#host.state.signing) await this.#check(account)
  }

  async ready({ signal }: CallOptions = {}): Promise<SignInSession | undefined> {
    const isSettled = () => ['off', 'offered', 'signed-in'].includes(this.#host.state.status)
    while (!isSettled())
      await until((resolve) => {
        const settled = () => resolve()
        this.#waiting.add(settled)
        return () => this.#waiting.delete(settled)
      }, signal)
    return this.#host.state.session
  }

  createMessage(chainId: CaipNetworkId, { signal }: CallOptions = {}): Promise<SignInMessage> {
    const request = { chainId, accountAddress: '' }
    return this.#inTime((inner) => this.#sessions.createMessage(request, { signal: inner }), signal)
  }

  async keep(sessions: readonly SignInSession[], { signal }: CallOptions = {}): Promise<void> {
    const { clock, snackbar } = this.#deps
    const isSignIn = sessions.length > 0
    const before = this.#keeping
    if (isSignIn) snackbar.showLoading('Authenticating...', { autoClose: false })
    try {
      await this.#inTime((inner) => {
        // An aborted call may still be running; it must not store its sessions after a later call has replaced them.
        const late = () => latchkeyError('flow/aborted')
        const turn = withTimeout(clock, limits.turn, () => before, late, inner).catch(() => {})
        const kept = turn.then(() => {
          throwIfAborted(inner)
          return this.#sessions.setSessions(sessions, { signal: inner })
        })
        this.#keeping = kept.catch(() => {})
        return kept
      }, signal)
      this.#inOneClick = isSignIn
    } catch (cause) {
      if (!signal?.aborted) this.#host.emit('failed', { error: toLatchkeyError(cause) })
      throw cause
    } finally {
      if (isSignIn) snackbar.hide()
    }
  }

  get #missing(): 'required' | 'offered' {
    return (this.#sessions.getRequired?.() ?? true) ? 'required' : 'offered'
  }

  /** Follows changes of the active account. */
  #attend(): void {
    const { account: accounts, network } = this.#deps
    const { status, caipAddress } = accounts.active
    if (status === 'connecting' || status === 'restoring') this.#restored = status === 'restoring'
    const account = network.isSupported() ? caipAddress : undefined
    const before = this.#host.state.account
    if (account === before) return
    this.#asked.abort()
    this.#attempt.abort()
    this.#prepared = undefined
    this.#signed = undefined
    this.#patch({ ...unknown, account, status: account ? 'checking' : 'nobody' })
    if (!account) return
    const quiet = this.#restored && !before
    this.#restored = false
    this.#check(account, quiet).catch((error) => this.#deps.log.error('The sign-in could not be read', error))
  }

  /** With `quiet`, a visitor who need not sign in is not prompted. */
  async #check(account: CaipAddress, quiet = true): Promise<void> {
    this.#asked.abort()
    this.#asked = new AbortController()
    const { signal } = this.#asked
    const { networkId, address } = parseCaipAddress(account)
    this.#checkedAt = this.#deps.clock.now()
    try {
      const found = await this.#inTime(
        (inner) => this.#sessions.getSessions(networkId, address, { signal: inner }),
        signal,
      )
      throwIfAborted(signal)
      const session = await this.#own(account, found)
      throwIfAborted(signal)
      const before = this.#host.state.session
      if (session && before) this.#believe(session)
      else if (session) this.#welcome(session, !this.#inOneClick)
      else {
        this.#patch({ status: this.#missing, session: undefined })
        if (before) this.#host.emit('signedOut', { account })
        this.#prepare().catch(() => {})
        if (this.#missing === 'required' || !quiet) this.#host.emit('wanted')
      }
    } catch (cause) {
      if (signal.aborted) return
      const { snackbar, router, log } = this.#deps
      const { session } = this.#host.state
      if (session) {
        log.warn('Nobody says whether the sign-in still counts', cause)
        return this.#believe(session)
      }
      const error = latchkeyError('siwx/initialize-failed', { cause })
      log.error(error.message, cause)
      this.#patch({ error })
      this.#host.emit('failed', { error })
      this.#leave()
      router.reset('Connect')
      snackbar.showError(error)
    }
  }

  /** Picks the session of this account from those returned: a faulty server may return another visitor's. */
  async #own(account: CaipAddress, sessions: readonly SignInSession[]): Promise<SignInSession | undefined> {
    const { namespace, networkId, address } = parseCaipAddress(account)
    const adapter = (await this.#deps.adapters.get(namespace)) as ChainAdapter
    const normal = (text: string) => adapter.normalizeAddress(text, this.#deps.network.activeNetwork)
    return sessions.find(
      ({ data }) => data?.chainId === networkId && normal(data.accountAddress) === normal(address),
    )
  }

  /** Creates the message in advance, so that the wallet request runs within the visitor's click. */
  async #prepare(): Promise<SignInMessage> {
    const { account } = this.#host.state
    const { clock } = this.#deps
    if (!account) throw latchkeyError('siwx/no-address')
    const { signal } = this.#asked
    const { networkId: chainId, address: accountAddress } = parseCaipAddress(account)
    const message = await this.#inTime(
      (inner) => this.#sessions.createMessage({ chainId, accountAddress }, { signal: inner }),
      signal,
    )
    throwIfAborted(signal)
    this.#prepared = { message, at: clock.now() }
    this.#host.patch({ message })
    return message
  }

  async #sign(
    account: CaipAddress,
    adapter: ChainAdapter,
    given: AbortSignal,
  ): Promise<SignInSession | undefined> {
    this.#attempt = new AbortController()
    const signal = AbortSignal.any([given, this.#attempt.signal])
    this.#host.patch({ signing: true, error: undefined })
    try {
      const session = this.#signed ?? (await this.#ask(account, adapter, signal))
      throwIfAborted(signal)
      this.#signed = session
      await this.#inTime((inner) => this.#sessions.addSession(session, { signal: inner }), signal)
      throwIfAborted(signal)
      this.#signed = undefined
      this.#welcome(session, false)
      return session
    } catch (cause) {
      // Cancelled by the visitor, or another account became active: report nothing.
      if (signal.aborted) {
        if (this.#host.state.account === account) this.#host.patch({ signing: false })
        throwIfAborted(given)
        return undefined
      }
      this.#refused(cause)
      return undefined
    }
  }

  async #ask(account: CaipAddress, adapter: ChainAdapter, signal: AbortSignal): Promise<SignInSession> {
    const { clock } = this.#deps
    const kept = this.#prepared
    // Use each nonce once: a declined message is not presented again.
    this.#prepared = undefined
    const message =
      kept && isFresh(kept.at, this.#sessions.messageLifetime ?? limits.preparedFor, clock.now())
        ? kept.message
        : await raceAbort(this.#prepare(), signal)
    this.#prepared = undefined
    const text = message.toString()
    const { signature, scheme, publicKey } = await adapter.signMessage(account, text, {
      signal,
      signIn: message,
    })
    const { toString: _, ...data } = { ...message }
    return { data, message: text, signature, scheme, ...(publicKey && { publicKey }) }
  }

  #refused(cause: unknown): void {
    const { account, snackbar } = this.#deps
    const reason = toLatchkeyError(cause)
    // If the server did not answer, the next try sends it the same signature. Any other failure needs a new one.
    if (!/^(http\/|siwx\/server-failed)/.test(reason.code)) this.#signed = undefined
    const [first] = account.active.allAccounts
    const code = first?.type === 'smartAccount' ? 'siwx/smart-account' : 'siwx/signature-declined'
    const error = latchkeyError(code, { cause: reason })
    this.#host.patch({ signing: false, error })
    if (!this.#signed) this.#prepare().catch(() => {})
    snackbar.showError(error)
    this.#host.emit('failed', { error })
    this.#host.emit('wanted')
  }

  #welcome(session: SignInSession, restored: boolean): void {
    this.#prepared = undefined
    this.#inOneClick = false
    this.#believe(session)
    this.#host.emit('signedIn', { session, restored })
  }

  /** Trusts the session until the next check, at the latest until it expires. */
  #believe(session: SignInSession): void {
    const { clock } = this.#deps
    const left = Date.parse(session.data.expirationTime ?? '') - clock.now()
    // An expired session that the service still returns would otherwise be checked in a tight loop.
    const wait = left > 0 ? Math.min(left, this.#interval) : this.#interval
    this.#stopWatching?.()
    this.#stopWatching = this.#host.after(clock, wait, () => this.#askAgain())
    this.#patch({ ...unknown, status: 'signed-in', session })
  }

  get #interval(): number {
    return Math.min(this.#sessions.sessionInterval ?? limits.checkedFor, longestTimer)
  }

  /** Skip checks while the page is hidden. */
  #askAgain(): void {
    if (this.#host.state.session && this.#deps.page.visible()) void this.refresh()
  }

  /** The visitor may have signed out in another tab meanwhile. */
  #seeAgain(): void {
    if (!isFresh(this.#checkedAt, Math.min(limits.seenAgain, this.#interval), this.#deps.clock.now()))
      this.#askAgain()
  }

  /** Asks the client to disconnect the account, which must not stay connected without a session. */
  #leave(): void {
    this.#host.patch({ cancelling: true })
    this.#host.emit('left')
  }

  /** Ends all sessions after the last account has disconnected. */
  async #forget(): Promise<void> {
    if (this.#deps.account.connectedNamespaces.length > 0) return
    await this.#inTime((signal) => this.#sessions.setSessions([], { signal })).catch((error) =>
      this.#deps.log.error('The sessions could not be ended', error),
    )
  }

  /** Runs the host's or a server's code with a timeout, since it may never answer. */
  #inTime<T>(run: (signal: AbortSignal) => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    const failed = () =>
      latchkeyError('siwx/server-failed', { values: { reason: `no answer within ${limits.timeout} ms` } })
    return withTimeout(this.#deps.clock, limits.timeout, async (inner) => run(inner), failed, signal)
  }

  #patch(partial: Partial<SignInState>): void {
    this.#host.patch(partial)
    for (const settled of [...this.#waiting]) settled()
  }
}
