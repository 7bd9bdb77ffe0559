import type { ChainNamespace } from '../core/chain/namespace.ts'
import type {
  Connector,
  ConnectorEvents,
  ConnectorOffer,
  ConnectorSession,
  ConnectorType,
  RestoreOptions,
} from '../core/wallet/connector.ts'
import type { CallOptions, Unsubscribe } from '../ports.ts'

/** The properties of a connector that are known before its code loads. */
export interface ConnectorFace {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly provider: object
  readonly imageUrl?: string | undefined
  readonly rdns?: string | undefined
  /** The catalogue id. Latchkey sets it, never the wallet. */
  readonly explorerId?: string | undefined
  readonly familiar?: boolean | undefined
}

/**
 * A connector whose code loads at the first use, because most pages only list the wallet. Imports nothing from the core, so
 * that wallet discovery stays small.
 */
export class LazyConnector implements Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly provider: object
  readonly imageUrl: string | undefined
  readonly rdns: string | undefined
  readonly explorerId: string | undefined
  readonly familiar: boolean | undefined

  readonly #load: () => Promise<Connector>
  readonly #listening = new Set<(loaded: Connector) => void>()
  readonly #watchers = new Set<() => void>()
  #loading: Promise<Connector> | undefined
  #connector: Connector | undefined
  #disposed = false

  constructor(face: ConnectorFace, load: () => Promise<Connector>) {
    this.id = face.id
    this.name = face.name
    this.type = face.type
    this.chains = face.chains
    this.provider = face.provider
    this.imageUrl = face.imageUrl
    this.rdns = face.rdns
    this.explorerId = face.explorerId
    this.familiar = face.familiar
    this.#load = load
  }

  on<E extends keyof ConnectorEvents>(event: E, listener: (payload: ConnectorEvents[E]) => void) {
    return this.#whenLoaded((loaded) => loaded.on(event, listener))
  }

  async prepare(): Promise<void> {
    await this.#loaded()
  }

  async open(offer: ConnectorOffer, opts?: CallOptions): Promise<ConnectorSession> {
    // If the connector is loaded, call it at once, because browsers let a wallet open a popup only within the click.
    return (this.#connector ?? (await this.#loaded())).open(offer, opts)
  }

  async restore(opts?: RestoreOptions): Promise<ConnectorSession | null> {
    const loaded = await this.#loaded()
    // If the caller aborted while the code was loading, tell the listeners that the wallet can be asked again now.
    if (opts?.signal?.aborted) for (const listener of [...this.#watchers]) listener()
    return loaded.restore(opts)
  }

  /** Asks the wallet whether it revoked the app's permission. Undefined if the loaded connector can't ask this. */
  get revoked(): ((opts?: CallOptions) => Promise<boolean>) | undefined {
    if (this.#connector && !this.#connector.revoked) return undefined
    return async (opts) => (await this.#loaded()).revoked?.(opts) ?? false
  }

  watch(listener: () => void): Unsubscribe {
    const stop = this.#whenLoaded((loaded) => loaded.watch?.(listener))
    this.#watchers.add(listener)
    return () => {
      this.#watchers.delete(listener)
      stop()
    }
  }

  get isQuiet(): boolean | undefined {
    return this.#connector?.isQuiet
  }

  async close(opts?: CallOptions): Promise<void> {
    await this.#connector?.close(opts)
  }

  release(): void {
    this.#connector?.release?.()
  }

  dispose(): void {
    this.#disposed = true
    this.#listening.clear()
    this.#watchers.clear()
    this.#connector?.dispose()
  }

  /** Attaches a listener when the connector is loaded. Doesn't load the connector. */
  #whenLoaded(attach: (loaded: Connector) => Unsubscribe | undefined): Unsubscribe {
    let off: Unsubscribe | undefined
    const listen = (loaded: Connector) => {
      off = attach(loaded)
    }
    if (this.#connector) listen(this.#connector)
    else this.#listening.add(listen)
    return () => {
      this.#listening.delete(listen)
      off?.()
    }
  }

  #loaded(): Promise<Connector> {
    this.#loading ??= this.#begin().catch((error) => {
      // Let the next call try again after a failed download.
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  async #begin(): Promise<Connector> {
    const loaded = await this.#load()
    this.#connector = loaded
    for (const listen of this.#listening) listen(loaded)
    this.#listening.clear()
    if (this.#disposed) loaded.dispose()
    return loaded
  }
}
