import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { Emitter } from '../../core/emitter.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type {
  Connector,
  ConnectorContext,
  ConnectorEvents,
  ConnectorFactory,
  ConnectorOffer,
  ConnectorSession,
} from '../../core/wallet/connector.ts'
import type { CallOptions } from '../../ports.ts'
import { problemWith, type WalletConnectOptions } from './options.ts'
import { StoredPairings } from './pairing/stored-pairings.ts'
import type { WalletConnectSessions } from './sessions.ts'

/**
 * Creates the WalletConnect connector. It makes one session for all families that the wallet approves. Needs the package
 * `@walletconnect/universal-provider`, which loads at the first use.
 *
 * @example
 * createLatchkey({ networks, adapters, projectId, connectors: [walletConnect()] })
 */
export function walletConnect(options: WalletConnectOptions = {}): ConnectorFactory {
  return (context) => new WalletConnectConnector(options, context)
}

const fetchLibrary = (): Promise<unknown> => import('@walletconnect/universal-provider')

/** The connector. Its code for sessions loads at the first use. */
class WalletConnectConnector implements Connector {
  readonly id = 'walletConnect'
  readonly name = 'WalletConnect'
  readonly type = 'WALLET_CONNECT'
  readonly imageId = 'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400'
  readonly problem: Connector['problem']
  readonly #context: ConnectorContext
  readonly #events: Emitter<ConnectorEvents>
  readonly #stored: StoredPairings
  readonly #load: () => Promise<WalletConnectSessions>
  #sessions: Promise<WalletConnectSessions> | undefined
  #made: WalletConnectSessions | undefined
  #disposed = false
  /** Whether this page has requested a session, other than by restoring. */
  #asked = false

  constructor(options: WalletConnectOptions, context: ConnectorContext) {
    this.#context = context
    this.problem = problemWith(options, context.app)
    this.#events = new Emitter(context.log)
    const { app, clock, page, storage } = context
    const shown = {
      // Only pages store pairings, because a phone may close a page.
      storage: page.kind === 'browser' ? storage : undefined,
      clock,
      key: `@latchkey/wc-pairings/${app?.name ?? 'app'}`,
    }
    this.#stored = new StoredPairings(shown)
    this.#load = async () => {
      // Load the library and this code in parallel. If the library fails to load, its first use reports the error.
      if (!(options.universalProvider ?? context.app?.universalProvider)) fetchLibrary().catch(() => {})
      const { WalletConnectSessions } = await import('./sessions.ts')
      this.#made = new WalletConnectSessions(options, context, this.#events, fetchLibrary, shown)
      return this.#made
    }
  }

  /** The families of the networks that the host requests now. */
  get chains(): readonly ChainNamespace[] {
    return [...new Set(this.#context.networks.map(({ chainNamespace }) => chainNamespace))]
  }

  get wallet() {
    return this.#made?.wallet
  }

  on<E extends keyof ConnectorEvents>(event: E, listener: (payload: ConnectorEvents[E]) => void) {
    return this.#events.on(event, listener)
  }

  async prepare(): Promise<void> {
    await (await this.#loaded()).prepare()
  }

  async open(offer: ConnectorOffer, opts?: CallOptions): Promise<ConnectorSession> {
    this.#asked = true
    return (await this.#loaded()).open(offer, opts)
  }

  async restore(opts?: CallOptions): Promise<ConnectorSession | null> {
    return (await this.#loaded()).restore(opts)
  }

  get unsettled(): boolean {
    return this.#stored.any
  }

  outdate(): void {
    this.#stored.outdate()
  }

  async resume(opts?: CallOptions): Promise<ConnectorSession | null> {
    this.#asked = true
    return (await this.#loaded()).resume(opts)
  }

  async close(opts?: CallOptions): Promise<void> {
    // Also end the stored session of an earlier visit. Don't do this if this page has requested a session. In that case, another
    // tab may use the stored session.
    const isLeft = !this.#asked && !this.#disposed && !this.problem
    const sessions = isLeft ? await this.#loaded() : await this.#sessions
    await sessions?.close(opts, isLeft)
  }

  dispose(): void {
    this.#disposed = true
    this.#sessions?.then((sessions) => sessions.dispose()).catch(() => {})
    this.#events.clear()
  }

  #loaded(): Promise<WalletConnectSessions> {
    if (this.#disposed) return Promise.reject(latchkeyError('config/disposed'))
    if (this.problem) return Promise.reject(this.problem)
    this.#sessions ??= this.#load().catch((error) => {
      // Let the next call try again after a failed download.
      this.#sessions = undefined
      throw error
    })
    return this.#sessions
  }
}
