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

/** The part of a connector that a wallet list shows. */
export interface ConnectorFace {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly provider: object
  readonly imageUrl?: string | undefined
  readonly rdns?: string | undefined
  /** Set by us, never by the wallet. */
  readonly explorerId?: string | undefined
  readonly familiar?: boolean | undefined
}

/**
 * A wallet whose connector loads on first use, since most pages only list the wallet. Imports nothing from the core, so that wallet discovery stays
 * small.
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
    // Calls a loaded connector in the same task, so that the click still counts as a user activation.
    return (this.#connector ?? (await this.#loaded())).open(offer, opts)
  }

  async restore(opts?: RestoreOptions): Promise<ConnectorSession | null> {
    const loaded = await this.#loaded()
    // The caller gave up while the code was loading. Now the code is loaded, so tell the listeners that the wallet can be asked again.
    if (opts?.signal?.aborted) for (const listener of [...this.#watchers]) listener()
    return loaded.restore(opts)
  }

  /** Absent once the connector has loaded, if the connector can't find out whether the wallet revoked the app's permission. */
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

  /** Attaches a listener now, or once the connector has loaded for another reason. */
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
      // Allow another attempt after a failed download.
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
