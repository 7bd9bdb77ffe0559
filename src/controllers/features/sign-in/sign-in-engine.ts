import { raceAbort, throwIfAborted } from '../../../core/async/abort.ts'
import { sharedRuns } from '../../../core/async/shared-run.ts'
import { until } from '../../../core/async/until.ts'
import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type {
  FamilySessions,
  SignInMessage,
  SignInSession,
  SignInSessions,
} from '../../../core/sign-in/sign-in.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { OneClickSignIn } from './one-click-sign-in.ts'
import { SessionRechecks } from './session-rechecks.ts'
import type { SignInCalls, SignInDeps, SignInEvents, SignInState } from './sign-in.ts'
import { SignInMessages } from './sign-in-messages.ts'
import { SignInSigning } from './sign-in-signing.ts'
import { SignInStore } from './sign-in-store.ts'

/** The initial values of the fields that belong to one account. */
const unknown = {
  session: undefined,
  message: undefined,
  signing: false,
  canceling: false,
  error: undefined,
} satisfies Partial<SignInState>

/**
 * When a check that finds no session asks the visitor to sign in. `never`: the visitor is asked already. Then a failed check isn't
 * reported either.
 */
type Prompt = 'always' | 'if-required' | 'never'

/**
 * Implements `SignInController` when sign-in is enabled (S1.4, S3.6.2). Finds out whether the active account is signed in.
 * Separate classes handle messages, signatures, one-click sign-ins and the times of further checks.
 */
export class SignInEngine implements SignInCalls {
  readonly #deps: SignInDeps
  readonly #host: FeatureHost<SignInState, SignInEvents>
  readonly #store: SignInStore
  readonly #messages: SignInMessages
  readonly #signing: SignInSigning
  readonly #oneClick: OneClickSignIn
  readonly #rechecks: SessionRechecks
  readonly #shared = sharedRuns<SignInSession | undefined>()
  readonly #signingOut = sharedRuns<void>()
  readonly #waiting = new Set<() => void>()
  /** Aborted when another account becomes active. */
  #asked = new AbortController()
  /** Aborts the running check. Aborted when the account signs in or out, because an earlier answer would be outdated. */
  #checking = new AbortController()
  /** Whether the connection was restored from an earlier visit. */
  #restored: boolean
  /** The latest account of each family. The account may have a session of an earlier visit. */
  readonly #latest = new Map<ChainNamespace, CaipAddress>()
  /** The accounts that were signed in during this visit, on all networks. */
  readonly #known = new Set<CaipAddress>()
  /** The account that signed out last. Its session has ended. */
  #signedOut: CaipAddress | undefined
  /** The families that have disconnected in this tick. */
  readonly #left = new Set<ChainNamespace>()
  /** Settles when the sessions that ended so far have ended in the store. */
  #ending: Promise<unknown> = Promise.resolve()
  /** Aborts the ends that are still pending. */
  #ends = new AbortController()

  constructor(
    deps: SignInDeps,
    sessions: SignInSessions,
    host: FeatureHost<SignInState, SignInEvents>,
    restored: boolean,
  ) {
    this.#deps = deps
    this.#restored = restored
    this.#host = host
    this.#store = new SignInStore(sessions, deps.clock)
    this.#messages = new SignInMessages(host, this.#store, deps.clock)
    this.#signing = new SignInSigning(deps, host, {
      store: this.#store,
      messages: this.#messages,
      accountSignal: () => this.#asked.signal,
      prepare: () => this.#prepare(),
      onSigned: (session) => this.#signedIn(session, false),
    })
    this.#oneClick = new OneClickSignIn(deps, host, this.#store)
    host.own(() => this.#abort())
    host.own(deps.account.subscribe(() => this.#followAccount()))
    host.own(deps.network.subscribe(() => this.#followAccount()))
    // Keep the sign-in of a wallet that is locked or whose session expired, because the wallet may reconnect. The exception is a
    // wallet that may have revoked its permission. If another tab ended the connection, that tab ends the sessions. It may have
    // signed in with another wallet since.
    host.own(
      deps.session.on(
        'ended',
        ({ namespaces, reason, mayBeRevoked, elsewhere }) =>
          !elsewhere &&
          (mayBeRevoked || !['expired', 'locked'].includes(reason)) &&
          void this.#forget(namespaces),
      ),
    )
    const recheck = () => void this.#refresh(host.state.session ? 'if-required' : 'never')
    this.#rechecks = new SessionRechecks(deps, host, sessions, recheck)
    this.#followAccount()
  }

  async sign({ signal }: CallOptions = {}): Promise<SignInSession | undefined> {
    const { account: accounts, network, adapters } = this.#deps
    const { caipAddress: account } = accounts.active
    if (!account) throw latchkeyError('siwx/no-address')
    if (!network.isSupported()) throw latchkeyError('siwx/no-network')
    const { session, status } = this.#host.state
    if (session) return session
    // A new message of a running check would make the server refuse the message that is signed now.
    if (status !== 'checking') this.#checking.abort()
    const { namespace } = parseCaipAddress(account)
    const adapter = (await adapters.get(namespace).catch(() => undefined)) as ChainAdapter | undefined
    if (!adapter) throw latchkeyError('siwx/no-client')
    return this.#shared(account, (inner) => this.#signing.sign(account, adapter, inner), signal)
  }

  async cancel(): Promise<void> {
    const { status } = this.#host.state
    const { router } = this.#deps
    this.#signing.cancel()
    if (status === 'required' || status === 'offered') this.#host.emit('canceled')
    if (status === 'required') this.#leave()
    else if (status === 'offered') {
      this.#host.patch({ error: undefined })
      this.#host.emit('declined')
      router.reset('Connect')
    }
  }

  async signOut({ signal }: CallOptions = {}): Promise<void> {
    const { account, session } = this.#host.state
    if (!account || !session) return
    await this.#signingOut(account, (inner) => this.#signOut(account, inner), signal)
  }

  async #signOut(account: CaipAddress, signal: AbortSignal): Promise<void> {
    const { networkId, address } = parseCaipAddress(account)
    await this.#store.call(
      (sessions, inner) => sessions.revokeSession(networkId, address, { signal: inner }),
      signal,
    )
    this.#known.delete(account)
    this.#signedOut = account
    this.#checking.abort()
    this.#host.emit('signedOut', { account })
    if (this.#host.state.account !== account) return
    this.#patch({ ...unknown, status: this.#requirement })
    if (this.#requirement === 'required') this.#leave()
    else this.#prepare()
  }

  refresh(): Promise<void> {
    return this.#refresh('if-required')
  }

  async #refresh(prompt: Prompt): Promise<void> {
    const { account, signing } = this.#host.state
    if (account && !signing) await this.#check(account, prompt)
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
    return this.#store.call((sessions, inner) => sessions.createMessage(request, { signal: inner }), signal)
  }

  async keep(sessions: readonly SignInSession[], opts: CallOptions = {}): Promise<void> {
    // The end of an earlier session must not end the new one.
    await raceAbort(this.#ending, opts.signal)
    return this.#oneClick.keep(sessions, opts)
  }

  get #requirement(): 'required' | 'offered' {
    return (this.#store.sessions.getRequired?.() ?? true) ? 'required' : 'offered'
  }

  /** Follows changes of the active account. */
  #followAccount(): void {
    const { account: accounts, network } = this.#deps
    const { status, caipAddress } = accounts.active
    for (const each of accounts.connectedNamespaces) {
      const latest = accounts.state[each].caipAddress
      if (latest) this.#latest.set(each, latest)
    }
    if (status === 'connecting' || status === 'restoring') this.#restored = status === 'restoring'
    // The account and the network change one after the other. Wait until both have changed.
    if (caipAddress && parseCaipAddress(caipAddress).networkId !== network.activeNetwork.caipNetworkId) return
    const account = network.isSupported() ? caipAddress : undefined
    const before = this.#host.state.account
    if (account === before) return
    this.#abort()
    this.#asked = new AbortController()
    this.#signing.clear()
    this.#messages.clear()
    this.#patch({ ...unknown, account, status: account ? 'checking' : 'no-account' })
    if (!account) return
    const silent = this.#restored && !before
    this.#restored = false
    this.#check(account, silent ? 'if-required' : 'always').catch((error) =>
      this.#deps.log.error('Checking the sign-in failed', error),
    )
  }

  #abort(): void {
    this.#asked.abort()
    this.#checking.abort()
  }

  /** Checks the session of an account. */
  async #check(account: CaipAddress, prompt: Prompt): Promise<void> {
    this.#checking.abort()
    this.#checking = new AbortController()
    const { signal } = this.#checking
    // Another tab may have requested a nonce since, and some servers accept only a browser's latest nonce.
    this.#messages.clear()
    const { networkId, address } = parseCaipAddress(account)
    this.#rechecks.begin()
    try {
      // A session that is still being ended must not count as the account's session.
      await raceAbort(this.#ending, signal)
      const found = await this.#store.call(
        (sessions, inner) => sessions.getSessions(networkId, address, { signal: inner }),
        signal,
      )
      throwIfAborted(signal)
      const session = await this.#own(account, found)
      throwIfAborted(signal)
      const before = this.#host.state.session
      if (session && before) this.#trust(session)
      else if (session) this.#signedIn(session, !this.#oneClick.signedIn)
      else {
        this.#patch({ status: this.#requirement, session: undefined })
        if (before) this.#host.emit('signedOut', { account })
        this.#prepare()
        const asks = prompt === 'if-required' ? this.#requirement === 'required' : prompt === 'always'
        if (asks) this.#host.emit('signInNeeded')
      }
    } catch (cause) {
      if (signal.aborted) return
      const { snackbar, router, log } = this.#deps
      const { session } = this.#host.state
      if (session || prompt === 'never') {
        log.warn('The session could not be checked; keeping the state', cause)
        if (session) this.#trust(session)
        return
      }
      const error = latchkeyError('siwx/initialize-failed', { cause })
      log.error(error.message, cause)
      const required = this.#isRequired()
      this.#patch(required ? { error } : { status: 'offered', error })
      this.#host.emit('failed', { error })
      if (required) {
        this.#leave()
        router.reset('Connect')
      } else this.#prepare()
      snackbar.showError(error)
      // The modal may be open, because it waits for the sign-in after the wallet has connected.
      if (!required && prompt === 'always') this.#host.emit('signInNeeded')
    }
  }

  /** Returns whether sign-in is required. If the host's function fails, the answer is yes. */
  #isRequired(): boolean {
    try {
      return this.#requirement === 'required'
    } catch {
      return true
    }
  }

  /** Returns this account's session. Skips all other sessions, because a faulty server may return another visitor's session. */
  async #own(account: CaipAddress, sessions: readonly SignInSession[]): Promise<SignInSession | undefined> {
    const { namespace, networkId, address } = parseCaipAddress(account)
    const adapter = (await this.#deps.adapters.get(namespace)) as ChainAdapter
    const normal = (text: string) => adapter.normalizeAddress(text, this.#deps.network.activeNetwork)
    return sessions.find(
      ({ data }) => data?.chainId === networkId && normal(data.accountAddress) === normal(address),
    )
  }

  /**
   * Creates the message before the visitor clicks. Not in a hidden page: its nonce could replace the nonce of the tab in which the
   * visitor signs. And not for a visitor who signs now, because its nonce could replace the nonce of the message in the wallet, or
   * who has signed already, because the server hasn't decided about that message yet.
   */
  #prepare(): void {
    if (!this.#deps.page.visible() || this.#signing.isSigned || this.#host.state.signing) return
    this.#messages.prepare(this.#asked.signal).catch(() => {})
  }

  #signedIn(session: SignInSession, restored: boolean): void {
    this.#checking.abort()
    this.#messages.clear()
    this.#signing.forget()
    this.#oneClick.signedIn = false
    this.#trust(session)
    this.#host.emit('signedIn', { session, restored })
  }

  /** Counts the account as signed in with this session, until the next check. */
  #trust(session: SignInSession): void {
    const { account } = this.#host.state
    if (account) this.#known.add(account)
    if (account === this.#signedOut) this.#signedOut = undefined
    this.#rechecks.schedule(session)
    this.#patch({ ...unknown, status: 'signed-in', session })
  }

  /** Asks the client to disconnect the wallet, because the account must not stay connected without a session. */
  #leave(): void {
    const { account } = this.#host.state
    if (!account) return
    this.#host.patch({ canceling: true })
    this.#host.emit('mustDisconnect', { namespace: parseCaipAddress(account).namespace })
  }

  /** Ends the sessions of families that have disconnected. Ends all sessions if no family is connected. */
  async #forget(ended: readonly ChainNamespace[]): Promise<void> {
    const isWaiting = this.#left.size > 0
    for (const family of ended) this.#left.add(family)
    if (isWaiting) return
    // A wallet that ends the session of several families reports one family after the other. Handle them together.
    await undefined
    const connected = this.#deps.account.connectedNamespaces
    const families = [...this.#left].filter((one) => !connected.includes(one))
    this.#left.clear()
    if (connected.length === 0) {
      this.#latest.clear()
      this.#known.clear()
      // This ends all sessions, so drop the earlier ends: they could end the session of a new sign-in.
      this.#ends.abort()
      this.#ends = new AbortController()
      this.#ending = Promise.resolve()
      this.#end((sessions, signal) => sessions.setSessions([], { signal }))
    } else for (const family of families) this.#forgetFamily(family)
  }

  #forgetFamily(family: ChainNamespace): void {
    // Read the accounts now, because the family may connect and sign in again while its sessions end.
    const accounts = new Set([...this.#known].filter((one) => one.startsWith(`${family}:`)))
    const latest = this.#latest.get(family)
    if (latest && latest !== this.#signedOut) accounts.add(latest)
    this.#latest.delete(family)
    for (const one of accounts) this.#known.delete(one)
    const store = this.#store.sessions as SignInSessions & Partial<FamilySessions>
    if (store.endFamily && accounts.size > 0) this.#end(async () => store.endFamily?.(family))
    if (store.endFamily) return
    for (const { networkId, address } of [...accounts].map(parseCaipAddress))
      this.#end((sessions, signal) => sessions.revokeSession(networkId, address, { signal }))
  }

  /** Ends one session at a time, because each response of a server may set a new cookie. */
  #end(run: (sessions: SignInSessions, signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#ends
    const failed = (error: unknown) => {
      if (!signal.aborted) this.#deps.log.error('Ending the sessions failed', error)
    }
    this.#ending = this.#ending.then(() =>
      signal.aborted ? undefined : this.#store.call(run, signal).catch(failed),
    )
  }

  #patch(partial: Partial<SignInState>): void {
    this.#host.patch(partial)
    for (const settled of [...this.#waiting]) settled()
  }
}
