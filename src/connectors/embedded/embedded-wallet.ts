import { loadOnce } from '../../core/async/load-once.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { Emitter } from '../../core/emitter.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { frameDefaults } from '../../core/limits.ts'
import type {
  Connector,
  ConnectorContext,
  ConnectorEvents,
  ConnectorFactory,
  ConnectorOffer,
  ConnectorSession,
  RestoreOptions,
} from '../../core/wallet/connector.ts'
import type { EmbeddedEvents } from '../../core/wallet/embedded-login.ts'
import type { CallOptions, Unsubscribe } from '../../ports.ts'
import { embeddedFamilies } from './families.ts'
import type { FrameLogin } from './frame-login.ts'
import { type EmbeddedWalletOptions, frameUrl, problemWith } from './options.ts'

/**
 * Creates the connector of the embedded wallet, for visitors without a wallet. The wallet runs in an iframe on its own origin,
 * and visitors log in by email or with a social account (S2). Set the page of the iframe with `url` or with the client's
 * `endpoints.frame`.
 *
 * @example
 * createLatchkey({ networks, adapters, connectors: [embeddedWallet({ url: 'https://wallet.example/sdk' })] })
 */
export function embeddedWallet(options: EmbeddedWalletOptions = {}): ConnectorFactory {
  return (context) => new EmbeddedConnector(options, context)
}

/** The connector. The frame's code loads at the first use. */
class EmbeddedConnector implements Connector {
  readonly id = 'ID_AUTH'
  readonly name = 'Auth'
  readonly type = 'AUTH'
  readonly problem: Connector['problem']
  readonly embedded: NonNullable<Connector['embedded']>
  readonly #context: ConnectorContext
  readonly #events: Emitter<ConnectorEvents>
  readonly #login: { readonly value: FrameLogin | undefined; load(): Promise<FrameLogin> }
  #disposed = false

  constructor(options: EmbeddedWalletOptions, context: ConnectorContext) {
    const url = frameUrl(options, context.app)
    const events = new Emitter<ConnectorEvents>(context.log)
    const walletEvents = new Emitter<EmbeddedEvents>(context.log)
    this.#context = context
    this.#events = events
    this.problem = problemWith(url)
    this.#login = loadOnce(async () => {
      if (this.problem) throw this.problem
      const { FrameLogin } = await import('./frame-login.ts')
      if (this.#disposed) throw latchkeyError('config/disposed')
      return new FrameLogin({ url: url as string, options, context, events, walletEvents })
    })
    this.embedded = {
      on: (event, listener) => walletEvents.on(event, listener),
      load: () => this.#login.load(),
      // The page where visitors manage the wallet is next to the frame's page (S3.1.1).
      ...(url &&
        !this.problem && {
          origin: new URL(url).origin,
          dashboardUrl: new URL(frameDefaults.dashboardPath, url).href,
        }),
    }
  }

  get chains(): readonly ChainNamespace[] {
    const requested = new Set(this.#context.networks.map(({ chainNamespace }) => chainNamespace))
    return embeddedFamilies.filter((family) => requested.has(family))
  }

  on<E extends keyof ConnectorEvents>(event: E, listener: (payload: ConnectorEvents[E]) => void) {
    return this.#events.on(event, listener)
  }

  async prepare(): Promise<void> {
    await this.#login.load()
  }

  async open(offer: ConnectorOffer, opts?: CallOptions): Promise<ConnectorSession> {
    return (await this.#login.load()).open(offer, opts)
  }

  async restore(opts?: RestoreOptions): Promise<ConnectorSession | null> {
    return (await this.#login.load()).restore(opts)
  }

  /**
   * Calls the listener when the wallet closes a dialog, such as the notice about new browsers. A `restore` that waited for this
   * dialog may have timed out.
   */
  watch(listener: () => void): Unsubscribe {
    return this.embedded.on('responded', listener)
  }

  async close(opts?: CallOptions): Promise<void> {
    // A page that has just loaded may have a login, although it hasn't loaded the frame's code yet.
    const login = this.#login.value ?? (this.problem || this.#disposed ? undefined : await this.#login.load())
    await login?.close(opts)
  }

  dispose(): void {
    this.#disposed = true
    this.#login.value?.dispose()
    this.#events.clear()
  }
}
