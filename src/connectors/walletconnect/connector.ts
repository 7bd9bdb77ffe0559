import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import { sharedRuns } from '../../core/async/shared-run.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Emitter } from '../../core/emitter.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { disconnectTimeout } from '../../core/limits.ts'
import type {
  CloseReason,
  ConnectorContext,
  ConnectorEvents,
  ConnectorOffer,
  ConnectorSession,
} from '../../core/wallet/connector.ts'
import type { CallOptions, Unsubscribe } from '../../ports.ts'
import { type LibraryEvents, type SessionStruct, type SignClient, userDisconnected } from './library.ts'
import { LiveSession, type LiveSessionOptions } from './live-session.ts'
import { type InitLibrary, makeClient } from './load-client.ts'
import { approvedBy, eventNetwork, proposalFor } from './namespaces.ts'
import type { WalletConnectOptions } from './options.ts'
import { Pairings } from './pairings.ts'
import { type PeerWallet, peerWallet } from './peer-wallet.ts'
import { RelayLink } from './relay-link.ts'
import { refuseTakenNumbers } from './request-ids.ts'

interface Loaded {
  readonly client: SignClient
  readonly link: RelayLink
}

/** The sessions behind the WalletConnect connector: one at a time, for all families that the wallet approved. */
export class WalletConnectSessions {
  readonly #options: WalletConnectOptions
  readonly #context: ConnectorContext
  readonly #events: Emitter<ConnectorEvents>
  readonly #fetchLibrary: () => Promise<unknown>
  readonly #runs = sharedRuns<ConnectorSession | null>()
  readonly #releases: Unsubscribe[] = []
  #loading: Promise<Loaded> | undefined
  #live: LiveSession | undefined
  #closing: Promise<void> | undefined
  #opening = 0
  #disposed = false

  constructor(
    options: WalletConnectOptions,
    context: ConnectorContext,
    events: Emitter<ConnectorEvents>,
    fetchLibrary: () => Promise<unknown>,
  ) {
    this.#options = options
    this.#context = context
    this.#events = events
    this.#fetchLibrary = fetchLibrary
  }

  get wallet(): PeerWallet | undefined {
    return this.#live && peerWallet(this.#live.struct.peer.metadata)
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

  close(opts: CallOptions = {}): Promise<void> {
    this.#closing ??= this.#leave().finally(() => {
      this.#closing = undefined
    })
    return raceAbort(this.#closing, opts.signal)
  }

  dispose(): void {
    this.#disposed = true
    this.#drop()
    for (const release of this.#releases.splice(0)) release()
    this.#loading?.then(({ link }) => link.end()).catch(() => {})
  }

  async #open(offer: ConnectorOffer, signal: AbortSignal): Promise<ConnectorSession> {
    const { clock, log, app } = this.#context
    await this.#closing
    throwIfAborted(signal)
    this.#opening++
    const { client, link } = await raceAbort(this.#loaded(), signal).catch((error) => {
      this.#opening--
      throw error
    })
    try {
      link.forgive()
      const override = this.#options.universalProviderConfigOverride ?? app?.universalProviderConfigOverride
      const proposal = proposalFor(offer.networks, override)
      const shown = (uri: string, expiresAt: number) => this.#events.emit('displayUri', { uri, expiresAt })
      const struct = await new Pairings({
        client,
        link,
        clock,
        log,
        shown,
        cleared: () => this.#idle(link),
      }).settle(proposal, signal)
      const live = this.#liveOf(client, link, struct)
      if (live.accounts.length === 0 || signal.aborted) {
        live.end()
        await this.#forget(client, link, struct)
        throwIfAborted(signal)
        throw latchkeyError('connection/no-accounts')
      }
      const before = this.#live
      this.#live = live
      before?.end(live)
      if (before) this.#events.emit('sessionChanged', {})
      // The wallet that was connected before, or was left behind by another visit, makes room for this one.
      for (const other of client.session.getAll().filter(({ topic }) => topic !== struct.topic))
        this.#forget(client, link, other).catch((error) => log.debug('A session was left open', error))
      return live.session
    } finally {
      this.#opening--
      this.#idle(link)
    }
  }

  /** Where nothing is open and nothing is being opened, there is no connection either. */
  #idle(link: RelayLink): void {
    if (!this.#live && this.#opening === 0)
      link.rest().catch((error) => this.#context.log.debug('The relay was not left', error))
  }

  async #restore(signal: AbortSignal): Promise<ConnectorSession | null> {
    await this.#closing
    const { client, link } = await raceAbort(this.#loaded(), signal)
    throwIfAborted(signal)
    if (this.#live) return this.#live.session
    const now = this.#context.clock.now() / 1000
    const stored = client.session
      .getAll()
      .filter(({ expiry }) => expiry > now)
      .sort((a, b) => b.expiry - a.expiry)
      .map((struct) => this.#liveOf(client, link, struct))
    const [live] = stored.filter(({ accounts }) => accounts.length > 0)
    for (const other of stored) if (other !== live) other.end()
    this.#live = live
    this.#idle(link)
    return live?.session ?? null
  }

  #liveOf(client: SignClient, link: RelayLink, struct: SessionStruct): LiveSession {
    const { networks, clock } = this.#context
    const requested = networks.map(({ caipNetworkId }) => caipNetworkId)
    const approve: LiveSessionOptions['approve'] = (one) => approvedBy(one.namespaces, requested)
    return new LiveSession({ client, clock, link, struct, approve })
  }

  async #leave(): Promise<void> {
    const live = this.#live
    this.#end('host')
    const loaded = await this.#loading?.catch(() => undefined)
    if (!live || !loaded) return
    await this.#forget(loaded.client, loaded.link, live.struct)
  }

  /** Tells the wallet, for as long as that may take; then nothing of the session is left here in any case. */
  async #forget(client: SignClient, link: RelayLink, { topic, self }: SessionStruct): Promise<void> {
    const { clock, log } = this.#context
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: disconnectTimeout / 1000 } })
    try {
      // Half of the time for it: what calls us waits no longer than the whole.
      await withTimeout(
        clock,
        disconnectTimeout / 2,
        () => client.disconnect({ topic, reason: userDisconnected }),
        late,
      )
    } catch (error) {
      log.debug('The wallet did not take notice of the disconnect', error)
      const { crypto, expirer } = client.core
      await Promise.allSettled([
        client.session.delete(topic, userDisconnected),
        crypto.deleteSymKey(topic),
        crypto.deleteKeyPair(self.publicKey),
        link.leave(topic),
      ])
      expirer.del(topic)
    }
    this.#idle(link)
  }

  #end(reason: CloseReason): void {
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
    const init = await loadLibrary(this.#fetchLibrary)
    if (this.#disposed) throw latchkeyError('config/disposed')
    const { clock, page, log } = this.#context
    const client = await makeClient(init, this.#options, this.#context)
    const link = new RelayLink({ core: client.core, clock, page, log })
    if (this.#disposed) {
      await link.end()
      throw latchkeyError('config/disposed')
    }
    this.#releases.push(refuseTakenNumbers(client))
    this.#listen(client, link)
    return { client, link }
  }

  #listen(client: SignClient, link: RelayLink): void {
    const on = <E extends keyof LibraryEvents>(
      event: E,
      listener: (live: LiveSession, payload: LibraryEvents[E]) => void,
    ) => {
      const heard = (payload: LibraryEvents[E]) => {
        // What belongs to another session, or to none, is nobody's.
        if (this.#live && payload.topic === this.#live.struct.topic) listener(this.#live, payload)
      }
      client.on(event, heard)
      this.#releases.push(() => client.off(event, heard))
    }
    const over = (reason: CloseReason) => () => {
      this.#end(reason)
      this.#idle(link)
    }
    on('session_delete', over('wallet'))
    on('session_expire', over('expired'))
    on('session_update', (live) => {
      const struct = client.session.getAll().find(({ topic }) => topic === live.struct.topic)
      if (!struct) return
      if (live.update(struct)) this.#events.emit('sessionChanged', {})
      if (live.accounts.length === 0)
        this.close().catch((error) => this.#context.log.debug('A session was left open', error))
    })
    on('session_event', (live, { params }) => this.#heard(live, params))
  }

  #heard(live: LiveSession, { chainId, event }: LibraryEvents['session_event']['params']): void {
    const network = eventNetwork(chainId, event.name === 'chainChanged' ? event.data : undefined)
    const namespace = network?.slice(0, network.indexOf(':')) as ChainNamespace | undefined
    if (!network || !namespace || !live.covers(namespace)) return
    // Only an Ethereum wallet is somewhere, and may be where nobody asked it to be.
    if (namespace !== 'eip155' && !live.networks.includes(network)) return
    if (event.name === 'chainChanged' && live.moved(network as CaipNetworkId))
      this.#events.emit('networkChanged', { namespace, network })
    const [first] = Array.isArray(event.data) ? (event.data as unknown[]) : []
    if (event.name === 'accountsChanged' && typeof first === 'string' && live.select(namespace, first))
      this.#events.emit('accountsChanged', {
        namespace,
        accounts: live.accounts.filter((account) => account.namespace === namespace),
      })
  }
}

/** @throws `config/peer-missing`, `adapter/load-error` */
async function loadLibrary(fetchLibrary: () => Promise<unknown>): Promise<InitLibrary> {
  try {
    const library = (await fetchLibrary()) as { UniversalProvider?: unknown; default?: unknown }
    const { UniversalProvider } = (library.UniversalProvider ? library : library.default) as {
      UniversalProvider: { init: InitLibrary }
    }
    return (options) => UniversalProvider.init(options)
  } catch (error) {
    if (isLatchkeyError(error)) throw error
    const { code, message = '' } = error as { code?: unknown; message?: string }
    const missing =
      code === 'ERR_MODULE_NOT_FOUND' || /cannot find (package|module)|failed to resolve/i.test(message)
    throw missing && message.includes('@walletconnect')
      ? latchkeyError('config/peer-missing', {
          values: {
            feature: 'WalletConnect',
            install: 'npm install @walletconnect/universal-provider@2.21.8',
          },
          cause: error,
        })
      : latchkeyError('adapter/load-error', { cause: error })
  }
}
