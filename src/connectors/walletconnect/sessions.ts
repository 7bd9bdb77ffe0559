import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { sharedRuns } from '../../core/async/shared-run.ts'
import type { Emitter } from '../../core/emitter.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type {
  CloseReason,
  ConnectorContext,
  ConnectorEvents,
  ConnectorOffer,
  ConnectorSession,
} from '../../core/wallet/connector.ts'
import type { CallOptions, Unsubscribe } from '../../ports.ts'
import { BitcoinAddressQuestions } from './bitcoin-address-questions.ts'
import { dropUnsafeLink, openNothing, staysClosed } from './deep-link-choice.ts'
import { canSignIn } from './library/host-client.ts'
import type { SessionStruct } from './library/library.ts'
import { LiveSession, type LiveSessionOptions } from './live-session.ts'
import { endSettled, type LoadedClient, loadClient } from './loaded-client.ts'
import { approvedBy, proposalFor } from './namespaces.ts'
import type { WalletConnectOptions } from './options.ts'
import { adoptStored } from './pairing/adopt-session.ts'
import type { Settled } from './pairing/create-pairing.ts'
import { pairingRequest } from './pairing/pairing-request.ts'
import { Pairings } from './pairing/pairings.ts'
import { type PeerWallet, peerWallet } from './pairing/peer-wallet.ts'
import { ShownPairings } from './pairing/shown-pairings.ts'
import type { StoredPairingsOptions } from './pairing/stored-pairings.ts'
import { withClockOffset } from './relay/clock-offset.ts'
import type { SessionEnds } from './session-ends.ts'
import { listenToSession } from './session-events.ts'

/** The sessions of the WalletConnect connector. There is one at a time, for all families that the wallet approved. */
export class WalletConnectSessions {
  readonly #options: WalletConnectOptions
  readonly #context: ConnectorContext
  readonly #events: Emitter<ConnectorEvents>
  readonly #fetchLibrary: () => Promise<unknown>
  readonly #shown: ShownPairings
  readonly #bitcoin: BitcoinAddressQuestions
  readonly #life = new AbortController()
  readonly #runs = sharedRuns<ConnectorSession | null>({ life: this.#life.signal })
  readonly #releases: Unsubscribe[] = []
  /** New sessions that wait for the wallet's Bitcoin addresses before one of them becomes the current session. */
  readonly #waiting = new Set<LiveSession>()
  /** The connect calls that are still creating their pairing, which has no URI yet. */
  readonly #pendingConnects = new Set<Promise<unknown>>()
  #loading: Promise<LoadedClient> | undefined
  #live: LiveSession | undefined
  #closing: Promise<void> | undefined
  #opening = 0
  /** Whether the client belongs to the host. */
  #shared = false
  #disposed = false

  constructor(
    options: WalletConnectOptions,
    context: ConnectorContext,
    events: Emitter<ConnectorEvents>,
    fetchLibrary: () => Promise<unknown>,
    shown: StoredPairingsOptions,
  ) {
    this.#shown = new ShownPairings(shown)
    this.#options = options
    this.#context = context
    this.#events = events
    this.#fetchLibrary = fetchLibrary
    this.#bitcoin = new BitcoinAddressQuestions({
      ...context,
      storage: options.storage ?? context.storage,
      key: `@latchkey/wc-addresses/${context.app?.name ?? 'app'}`,
      changed: (live) => {
        if (this.#live === live)
          events.emit('accountsChanged', { namespace: 'bip122', accounts: live.accountsOf('bip122') })
      },
    })
  }

  get wallet(): PeerWallet | undefined {
    const struct = this.#live?.struct
    const wallet = struct && peerWallet(struct.peer.metadata)
    return wallet && (this.#shared || staysClosed(struct)) ? { ...wallet, staysClosed: true } : wallet
  }

  async prepare(): Promise<void> {
    this.#idle(await this.#loaded())
  }

  async open(offer: ConnectorOffer, opts: CallOptions = {}): Promise<ConnectorSession> {
    const session = await this.#runs('open', (signal) => this.#open(offer, signal), opts.signal)
    if (!session) throw latchkeyError('connection/no-accounts')
    return session
  }

  restore(opts: CallOptions = {}): Promise<ConnectorSession | null> {
    return this.#runs('restore', (signal) => this.#restore(signal), opts.signal)
  }

  /**
   * Waits for a session that a wallet approves for a pairing of an earlier page load. Resolves with null if there is no pairing
   * left.
   */
  resume(opts: CallOptions = {}): Promise<ConnectorSession | null> {
    return this.#runs('resume', (signal) => this.#resume(signal), opts.signal)
  }

  /**
   * Closes the session.
   * @param isLeft If true and no session is open, ends the stored sessions.
   */
  close(opts: CallOptions = {}, isLeft = false): Promise<void> {
    this.#closing ??= this.#leave(isLeft).finally(() => {
      this.#closing = undefined
    })
    return raceAbort(this.#closing, opts.signal)
  }

  dispose(): void {
    this.#disposed = true
    this.#life.abort(latchkeyError('config/disposed'))
    this.#drop()
    this.#release()
    this.#loading?.then(({ link }) => link.end()).catch(() => {})
  }

  async #open(offer: ConnectorOffer, signal: AbortSignal): Promise<ConnectorSession> {
    const { clock, log, app } = this.#context
    await this.#closing
    throwIfAborted(signal)
    this.#opening++
    const loaded = await raceAbort(this.#loaded(), signal).catch((error) => {
      this.#opening--
      throw error
    })
    const { client, link, oneClick, earlier, owed, shared } = loaded
    try {
      link.clearRefusal()
      owed?.send()
      const override = this.#options.universalProviderConfigOverride ?? app?.universalProviderConfigOverride
      const proposal = proposalFor(offer.networks, override)
      const shown = (uri: string, expiresAt: number) => this.#events.emit('displayUri', { uri, expiresAt })
      const settled = await new Pairings({
        client,
        link,
        clock,
        log,
        pendingConnects: this.#pendingConnects,
        pairingRequest: pairingRequest({ client, clock, proposal, oneClick, signIn: offer.signIn, log }),
        shown,
        late: (late) => endSettled(loaded, late),
        cleared: () => this.#idle(loaded),
        shownPairings: shared ? undefined : this.#shown,
        endsSecondWallets: owed !== undefined,
        earlier,
        isClosing: () => this.#disposed && !shared,
      }).settle(signal)
      const session = await this.#settled(loaded, settled, signal)
      if (!session) throw latchkeyError('flow/superseded')
      return session
    } catch (error) {
      throw await withClockOffset(error, this.#context.page, clock)
    } finally {
      this.#opening--
      this.#idle(loaded)
    }
  }

  async #resume(signal: AbortSignal): Promise<ConnectorSession | null> {
    await this.#closing
    const loaded = await raceAbort(this.#loaded(), signal)
    try {
      for (;;) {
        const settled = await loaded.earlier?.next(signal)
        if (!settled) return null
        const session = await this.#settled(loaded, settled, signal)
        if (session) return session
      }
    } finally {
      this.#idle(loaded)
    }
  }

  /**
   * Makes a new session the current session. If the session's pairing is outdated by now, ends the session and returns undefined.
   */
  async #settled(
    loaded: LoadedClient,
    settled: Settled,
    signal: AbortSignal,
  ): Promise<ConnectorSession | undefined> {
    try {
      return await this.#use(loaded, settled, signal)
    } finally {
      settled.earlier?.done()
    }
  }

  async #use(
    loaded: LoadedClient,
    { struct, signIns, earlier }: Settled,
    signal: AbortSignal,
  ): Promise<ConnectorSession | undefined> {
    const { client, ends, shared } = loaded
    const live = this.#liveOf(loaded, struct, signIns && (await readSignIns(ends, struct, signIns)))
    this.#waiting.add(live)
    await raceAbort(this.#bitcoin.ask(live), signal).catch(() => {})
    // The session may also have ended before it was added to `#waiting`.
    const isStored = client.session.getAll().some(({ topic }) => topic === struct.topic)
    const isOver = !this.#waiting.delete(live) || !isStored
    if (live.accounts.length === 0 || isOver || signal.aborted) {
      live.end()
      ends.removePairingOf(struct)
      if (!isOver) await ends.end(struct)
      throwIfAborted(signal)
      throw latchkeyError(isOver ? 'wallet/closed-during-request' : 'connection/no-accounts')
    }
    if (earlier?.isOutdated()) {
      live.end()
      ends.endUnused(struct)
      return undefined
    }
    const before = this.#live
    this.#live = live
    before?.end(live)
    // Emit this event before setting the current pairing. The event disconnects the families that the new session doesn't cover,
    // and each disconnect marks all pairings as outdated.
    if (before) this.#events.emit('sessionChanged', {})
    if (struct.pairingTopic && !shared) this.#shown.connected(struct.pairingTopic)
    // End all other sessions, including sessions of earlier visits.
    const others = shared ? [] : client.session.getAll().filter(({ topic }) => topic !== struct.topic)
    for (const other of others) ends.endUnused(other)
    return live.session
  }

  /**
   * Closes the connection to the relay if no session is open or being opened, and no message that
   * ends a session is being sent.
   */
  #idle({ link, owed }: LoadedClient): void {
    if (!this.#live && this.#opening === 0 && !owed?.sending)
      link.rest().catch((error) => this.#context.log.debug("Couldn't close the relay connection", error))
  }

  async #restore(signal: AbortSignal): Promise<ConnectorSession | null> {
    await this.#closing
    const loaded = await raceAbort(this.#loaded(), signal)
    const { client, ends, shared } = loaded
    throwIfAborted(signal)
    if (!this.#live && !this.#canRestore(loaded)) await raceAbort(this.#adoptElsewhere(loaded), signal)
    if (this.#live) return this.#live.session
    const now = this.#context.clock.now() / 1000
    const stored = client.session
      .getAll()
      .filter(({ expiry }) => expiry > now)
      .sort((a, b) => b.expiry - a.expiry)
      .map((struct) => this.#liveOf(loaded, struct))
    const [live] = stored.filter(({ accounts }) => accounts.length > 0)
    for (const other of stored) {
      if (other === live) continue
      other.end()
      if (live && !shared) ends.endUnused(other.struct)
    }
    this.#live = live
    this.#idle(loaded)
    if (live && !this.#bitcoin.recall(live)) this.#bitcoin.ask(live)
    return live?.session ?? null
  }

  /** Returns whether the WalletConnect library has a session in memory that can be restored. */
  #canRestore({ client }: LoadedClient): boolean {
    return client.session.getAll().some((struct) => this.#isUsable(struct))
  }

  /**
   * Looks in the storage for a session that this tab lacks. Another tab may have stored the session after this tab loaded the
   * library, or this tab may have failed to read the session then.
   * @throws the browser's error if its database can't be read, because there may still be a session.
   */
  async #adoptElsewhere({ client, shared }: LoadedClient): Promise<void> {
    const { storage } = client.core
    if (shared || !storage || !canSignIn(client)) return
    const adopted = await adoptStored(client, storage, (struct) => this.#isUsable(struct))
    if (!adopted) return
    const subscribing = client.core.relayer.subscribe(adopted.topic, { transportType: 'relay' })
    subscribing.catch((error) => this.#context.log.debug("Couldn't subscribe to a session", error))
  }

  #isUsable(struct: SessionStruct): boolean {
    const isOver = struct.expiry <= this.#context.clock.now() / 1000
    return !isOver && this.#approved(struct).accounts.length > 0
  }

  #approved({ namespaces }: Pick<SessionStruct, 'namespaces'>) {
    // Read the networks each time, because a host can add networks at run time.
    const requested = this.#context.networks.map(({ caipNetworkId }) => caipNetworkId)
    return approvedBy(namespaces, requested)
  }

  #liveOf(
    { client, link, shared }: LoadedClient,
    struct: SessionStruct,
    signIns?: ConnectorSession['signIns'],
  ): LiveSession {
    const approve: LiveSessionOptions['approve'] = (told) => this.#approved(told)
    const { clock, page, storage, app } = this.#context
    const beforeAsking = () => dropUnsafeLink(page, storage, app?.customWallets)
    const requestSent: LiveSessionOptions['requestSent'] = (sent) => this.#events.emit('requestSent', sent)
    // A client of the host keeps its settings. Its library opens the wallet's app itself.
    this.#shared = shared
    if (!shared) openNothing(client, struct)
    return new LiveSession({ client, clock, link, struct, signIns, approve, beforeAsking, requestSent })
  }

  async #leave(isLeft: boolean): Promise<void> {
    const live = this.#live
    if (isLeft && !live) this.#bitcoin.forget()
    this.#end('host')
    const loaded = await (isLeft && !live ? this.#loaded() : this.#loading?.catch(() => undefined))
    if (!loaded) return
    if (live) await loaded.ends.end(live.struct)
    else if (isLeft) await this.#endStored(loaded)
  }

  /**
   * Ends the sessions of earlier visits that this page could restore. Does nothing for a client of the host, which has sessions
   * of its own.
   */
  async #endStored(loaded: LoadedClient): Promise<void> {
    const { client, ends, shared } = loaded
    if (shared) return
    if (!this.#canRestore(loaded)) await this.#adoptElsewhere(loaded)
    const left = client.session.getAll().filter((struct) => this.#isUsable(struct))
    for (const struct of left) ends.removePairingOf(struct)
    await Promise.all(left.map((struct) => ends.end(struct)))
    this.#idle(loaded)
  }

  #end(reason: CloseReason): void {
    const struct = this.#live?.struct
    if (struct) {
      this.#bitcoin.forget(struct.topic)
      this.#loading?.then(({ ends }) => ends.removePairingOf(struct)).catch(() => {})
    }
    if (this.#drop()) this.#events.emit('closed', { reason })
  }

  #release(): void {
    // Release in reverse order, because some releases restore a replaced function.
    for (const release of this.#releases.splice(0).reverse()) release()
  }

  #drop(): boolean {
    const live = this.#live
    this.#live = undefined
    live?.end()
    return live !== undefined
  }

  #loaded(): Promise<LoadedClient> {
    this.#loading ??= this.#load().catch((error) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  async #load(): Promise<LoadedClient> {
    const loaded = await loadClient({
      options: this.#options,
      context: this.#context,
      fetchLibrary: this.#fetchLibrary,
      shown: this.#shown,
      releases: this.#releases,
      isDisposed: () => this.#disposed,
      idle: (one) => this.#idle(one),
    }).catch((error) => {
      // If `dispose` was called while the client loaded, release the parts that were added since.
      if (this.#disposed) this.#release()
      throw error
    })
    this.#releases.push(
      listenToSession({
        client: loaded.client,
        emit: (live, event, payload) => {
          if (live === this.#live) this.#events.emit(event, payload)
        },
        find: (topic) => [this.#live, ...this.#waiting].find((live) => live?.struct.topic === topic),
        bitcoin: this.#bitcoin,
        over: (live, reason) => {
          if (this.#waiting.delete(live)) return live.end()
          this.#end(reason)
          this.#idle(loaded)
        },
        emptied: (live) => {
          if (live !== this.#live) return
          const { log } = this.#context
          this.close().catch((error) => log.debug("Couldn't close a session", error))
        },
      }),
    )
    if (!this.#disposed) return loaded
    // `dispose` was called while the client loaded its parts.
    this.#release()
    await loaded.link.end()
    throw latchkeyError('config/disposed')
  }
}

/** Reads a session's sign-ins. If a sign-in differs from the request, ends the session. */
async function readSignIns<T>(ends: SessionEnds, struct: SessionStruct, signIns: () => T): Promise<T> {
  try {
    return signIns()
  } catch (error) {
    ends.removePairingOf(struct)
    await ends.end(struct)
    throw error
  }
}
