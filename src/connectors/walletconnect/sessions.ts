import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import { sharedRuns } from '../../core/async/shared-run.ts'
import type { Emitter } from '../../core/emitter.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { disconnectTimeout } from '../../core/limits.ts'
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
import { canSignIn, hostClient } from './library/host-client.ts'
import { HostLink } from './library/host-link.ts'
import { type SessionStruct, type SignClient, userDisconnected } from './library/library.ts'
import { makeClient } from './library/load-client.ts'
import { loadLibrary } from './library/load-library.ts'
import { OwedEnds } from './library/owed-ends.ts'
import { refuseForeignAnswers, refuseIdsInUse } from './library/request-ids.ts'
import { LiveSession, type LiveSessionOptions } from './live-session.ts'
import { approvedBy, proposalFor } from './namespaces.ts'
import type { WalletConnectOptions } from './options.ts'
import { adoptSession, adoptStored } from './pairing/adopt-session.ts'
import type { Settled } from './pairing/create-pairing.ts'
import { discardPairing, retirePairing } from './pairing/discard-pairing.ts'
import { EarlierPairings, type StoredProposal } from './pairing/earlier-pairings.ts'
import { OneClick } from './pairing/one-click.ts'
import { pairingRequest } from './pairing/pairing-request.ts'
import { Pairings } from './pairing/pairings.ts'
import { type PeerWallet, peerWallet } from './pairing/peer-wallet.ts'
import { SecondWallets } from './pairing/second-wallets.ts'
import { ShownPairings } from './pairing/shown-pairings.ts'
import type { StoredPairingsOptions } from './pairing/stored-pairings.ts'
import { withClockOffset } from './relay/clock-offset.ts'
import { refusePlainEnvelopes } from './relay/plain-envelopes.ts'
import { RelayLink, type SessionLink } from './relay/relay-link.ts'
import { listenToSession } from './session-events.ts'

interface Loaded {
  readonly client: SignClient
  readonly link: SessionLink
  readonly oneClick: OneClick | undefined
  /** The pairings of earlier page loads. Undefined for a client of the host, which keeps its own pairings. */
  readonly earlier?: EarlierPairings | undefined
  /** Sends the messages that end sessions. Undefined for a client of the host. */
  readonly owed?: OwedEnds | undefined
  /** Whether this is a client of the host, which may have sessions of its own. */
  readonly shared: boolean
}

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
  #loading: Promise<Loaded> | undefined
  #owed: OwedEnds | undefined
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
          events.emit('accountsChanged', { namespace: 'bip122', accounts: live.accountsHere('bip122') })
      },
    })
  }

  get wallet(): PeerWallet | undefined {
    const struct = this.#live?.struct
    const wallet = struct && peerWallet(struct.peer.metadata)
    return wallet && (this.#shared || staysClosed(struct)) ? { ...wallet, staysClosed: true } : wallet
  }

  async prepare(): Promise<void> {
    const { link } = await this.#loaded()
    this.#idle(link)
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
    // Release in reverse order, because some releases restore a replaced function.
    for (const release of this.#releases.splice(0).reverse()) release()
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
    const { client, link, oneClick, earlier, shared } = loaded
    try {
      link.clearRefusal()
      this.#owed?.send()
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
        late: (late) => this.#lateSettled(loaded, late),
        cleared: () => this.#idle(link),
        shownPairings: shared ? undefined : this.#shown,
        endsSecondWallets: loaded.owed !== undefined,
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
      this.#idle(link)
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
      this.#idle(loaded.link)
    }
  }

  /**
   * Makes a new session the current session. If the session's pairing is outdated by now, ends the session and returns undefined.
   */
  async #settled(
    loaded: Loaded,
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
    loaded: Loaded,
    { struct, signIns, earlier }: Settled,
    signal: AbortSignal,
  ): Promise<ConnectorSession | undefined> {
    const { client, link, shared } = loaded
    const live = this.#liveOf(loaded, struct, signIns && (await this.#read(loaded, struct, signIns)))
    this.#waiting.add(live)
    await raceAbort(this.#bitcoin.ask(live), signal).catch(() => {})
    const isOver = !this.#waiting.delete(live)
    if (live.accounts.length === 0 || isOver || signal.aborted) {
      live.end()
      if (struct.pairingTopic) void this.#forgetPairing(loaded, struct.pairingTopic)
      if (!isOver) await this.#forget(client, link, struct)
      throwIfAborted(signal)
      throw latchkeyError(isOver ? 'wallet/closed-during-request' : 'connection/no-accounts')
    }
    if (earlier?.isOutdated()) {
      live.end()
      this.#late(loaded, struct)
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
    for (const other of others) this.#late(loaded, other)
    return live.session
  }

  #lateSettled(loaded: Loaded, { struct, earlier }: Settled): void {
    this.#late(loaded, struct)
    earlier?.done()
  }

  /** Ends a session that is not in use. */
  #late(loaded: Loaded, struct: SessionStruct): void {
    const { client, link } = loaded
    const { log } = this.#context
    if (struct.pairingTopic) void this.#forgetPairing(loaded, struct.pairingTopic)
    this.#forget(client, link, struct).catch((error) => log.debug("Couldn't close a session", error))
  }

  /**
   * Closes the connection to the relay if no session is open or being opened, and no message that
   * ends a session is being sent.
   */
  #idle(link: SessionLink): void {
    if (!this.#live && this.#opening === 0 && !this.#owed?.sending)
      link.rest().catch((error) => this.#context.log.debug("Couldn't close the relay connection", error))
  }

  async #restore(signal: AbortSignal): Promise<ConnectorSession | null> {
    await this.#closing
    const loaded = await raceAbort(this.#loaded(), signal)
    const { client, link } = loaded
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
      if (live && !loaded.shared) this.#late(loaded, other.struct)
    }
    this.#live = live
    this.#idle(link)
    if (live && !this.#bitcoin.recall(live)) this.#bitcoin.ask(live)
    return live?.session ?? null
  }

  /** Returns whether the WalletConnect library has a session in memory that can be restored. */
  #canRestore({ client }: Loaded): boolean {
    return client.session.getAll().some((struct) => this.#isUsable(struct))
  }

  /**
   * Looks in the storage for a session that this tab lacks. Another tab may have stored the session after this tab loaded the
   * library, or this tab may have failed to read the session then.
   * @throws the browser's error if its database can't be read, because there may still be a session.
   */
  async #adoptElsewhere({ client, shared }: Loaded): Promise<void> {
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

  /** Reads a session's sign-ins. If a sign-in differs from the request, ends the session. */
  async #read<T>(loaded: Loaded, struct: SessionStruct, signIns: () => T): Promise<T> {
    try {
      return signIns()
    } catch (error) {
      if (struct.pairingTopic) void this.#forgetPairing(loaded, struct.pairingTopic)
      await this.#forget(loaded.client, loaded.link, struct)
      throw error
    }
  }

  #liveOf(
    { client, link, shared }: Loaded,
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
    this.#end('host')
    const loaded = await (isLeft && !live ? this.#loaded() : this.#loading?.catch(() => undefined))
    if (!loaded) return
    if (live) await this.#forget(loaded.client, loaded.link, live.struct)
    else if (isLeft) await this.#endStored(loaded)
  }

  /**
   * Ends the sessions of earlier visits that this page could restore. Does nothing for a client of the host, which has sessions
   * of its own.
   */
  async #endStored(loaded: Loaded): Promise<void> {
    const { client, link, shared } = loaded
    if (shared) return
    if (!this.#canRestore(loaded)) await this.#adoptElsewhere(loaded)
    const left = client.session.getAll().filter((struct) => this.#isUsable(struct))
    for (const { pairingTopic } of left) if (pairingTopic) void this.#forgetPairing(loaded, pairingTopic)
    await Promise.all(left.map((struct) => this.#forget(client, link, struct)))
    this.#idle(link)
  }

  /** Ends a session. Notifies the wallet, with a time limit. Removes the session on this side even if this fails. */
  async #forget(client: SignClient, link: SessionLink, { topic, self }: SessionStruct): Promise<void> {
    const { clock, log } = this.#context
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: disconnectTimeout / 1000 } })
    const owed = this.#owed
    // If there is no message to repeat, end the session anyway.
    await owed
      ?.add(topic)
      .catch((error: unknown) => log.debug("Couldn't prepare the end of a session", error))
    const disconnecting = client.disconnect({ topic, reason: userDisconnected })
    const told = disconnecting.then(() => owed?.remove(topic))
    told.catch(() => {})
    try {
      // Use half of the time limit, so that there is time for the cleanup.
      await withTimeout(clock, disconnectTimeout / 2, () => told, late)
    } catch (error) {
      log.debug("The wallet didn't confirm the disconnect", error)
      const { crypto, expirer } = client.core
      await Promise.allSettled([
        client.session.delete(topic, userDisconnected),
        crypto.deleteSymKey(topic),
        crypto.deleteKeyPair(self.publicKey),
        link.leave(topic),
      ])
      expirer.del(topic)
      owed?.send()
    }
    this.#idle(link)
  }

  /** Removes a used pairing whose session has ended. */
  async #forgetPairing({ client, link, shared }: Loaded, topic: string): Promise<void> {
    const { log } = this.#context
    if (!shared) await discardPairing({ client, link, log }, topic)
    this.#idle(link)
  }

  #end(reason: CloseReason): void {
    this.#bitcoin.forget()
    const topic = this.#live?.struct.pairingTopic
    if (topic) this.#loading?.then((loaded) => this.#forgetPairing(loaded, topic)).catch(() => {})
    if (this.#drop()) this.#events.emit('closed', { reason })
  }

  #drop(): boolean {
    const live = this.#live
    this.#live = undefined
    live?.end()
    return live !== undefined
  }

  #loaded(): Promise<Loaded> {
    this.#loading ??= this.#load().catch((error) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  async #load(): Promise<Loaded> {
    const loaded = await this.#client()
    const { client, link } = loaded
    if (this.#disposed) {
      await link.end()
      throw latchkeyError('config/disposed')
    }
    const { log } = this.#context
    if (!loaded.shared) this.#releases.push(refuseIdsInUse(client))
    if (loaded.owed) this.#releases.push(new SecondWallets({ client, owed: loaded.owed, log }).listen())
    this.#releases.push(refusePlainEnvelopes(client.core.crypto), refuseForeignAnswers(client))
    if (loaded.oneClick) {
      this.#releases.push(loaded.oneClick.listen())
      if (!loaded.shared) await loaded.oneClick.recall()
    }
    // Listen before the relay's first message is handled.
    const listening = loaded.earlier?.listen()
    this.#releases.push(() => loaded.earlier?.dispose())
    // Remove the sign-in requests of an earlier visit. Keep the requests of pairings that this visit continues.
    if (!loaded.shared) await loaded.oneClick?.forgetAbandoned()
    await listening
    const { storage } = client.core
    if (!loaded.shared && storage && canSignIn(client))
      this.#releases.push(
        this.#shown.onConnected((topic) => {
          adoptSession(client, storage, topic).catch((error) =>
            log.debug("Couldn't take over another tab's session", error),
          )
        }),
      )
    this.#releases.push(() => loaded.owed?.end())
    loaded.owed?.recall().catch((error) => log.debug("Couldn't read the stored ends of sessions", error))
    this.#releases.push(
      listenToSession({
        client,
        emit: (live, event, payload) => {
          if (live === this.#live) this.#events.emit(event, payload)
        },
        find: (topic) => [this.#live, ...this.#waiting].find((live) => live?.struct.topic === topic),
        bitcoin: this.#bitcoin,
        over: (live, reason) => {
          if (this.#waiting.delete(live)) return live.end()
          this.#end(reason)
          this.#idle(link)
        },
        emptied: (live) => {
          if (live !== this.#live) return
          this.close().catch((error) => log.debug("Couldn't close a session", error))
        },
      }),
    )
    return loaded
  }

  async #client(): Promise<Loaded> {
    const { clock, page, log, app } = this.#context
    const host = hostClient(this.#options.universalProvider ?? app?.universalProvider)
    if (host) return this.#with(host, new HostLink({ core: host.core, clock, log }), true)
    const init = await loadLibrary(this.#fetchLibrary)
    if (this.#disposed) throw latchkeyError('config/disposed')
    const { client, tabs, release, proposals } = await makeClient(init, this.#options, this.#context)
    this.#releases.push(release)
    const isSession = (topic: string) => client.session.keys.includes(topic)
    const shared = { name: tabs, isSession }
    const link = new RelayLink({ core: client.core, clock, page, log, tabs: shared })
    return this.#with(client, link, false, proposals)
  }

  #with(
    client: SignClient,
    link: SessionLink,
    shared: boolean,
    stored: readonly StoredProposal[] = [],
  ): Loaded {
    const { clock, log } = this.#context
    const storage = shared ? undefined : client.core.storage
    const oneClick = canSignIn(client) ? new OneClick({ client, link, clock, storage }) : undefined
    const loaded: Loaded = { client, link, oneClick, shared }
    if (shared) return loaded
    const discarding = { client, link, clock, log }
    const owed =
      storage &&
      new OwedEnds({
        client,
        storage,
        clock,
        log,
        changed: (count) => {
          this.#shown.owe(count > 0)
          this.#idle(link)
        },
      })
    this.#owed = owed
    const earlier = new EarlierPairings({
      ...discarding,
      now: () => clock.now(),
      shown: this.#shown,
      oneClick,
      stored,
      discard: async (topic, isUsed, keys) => {
        if (isUsed) await retirePairing({ ...discarding, endsSecondWallets: owed !== undefined }, topic)
        else await discardPairing(discarding, topic, { keys })
        this.#idle(link)
      },
      late: (late) => this.#lateSettled(loaded, late),
    })
    return { ...loaded, earlier, owed }
  }
}
