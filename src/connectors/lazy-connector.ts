import type { ChainNamespace } from '../core/chain/namespace.ts'
import { Emitter } from '../core/emitter.ts'
import { ConfigError } from '../core/errors/core-error.ts'
import { raceAbort } from '../core/timing.ts'
import type {
  Connector,
  ConnectorContext,
  ConnectorEvents,
  ConnectorOffer,
  ConnectorSession,
  ConnectorType,
} from '../core/wallet/connector.ts'
import type { CallOptions } from '../ports.ts'

/** What a list of wallets shows of a connector. */
export interface ConnectorFace {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly provider: object
  readonly imageUrl?: string | undefined
  readonly rdns?: string | undefined
}

const events = ['accountsChanged', 'networkChanged', 'sessionChanged', 'displayUri', 'closed'] as const

/** A wallet of which most pages need no more than the face: what speaks to it is loaded when it is first spoken to. */
export class LazyConnector implements Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly provider: object
  readonly imageUrl: string | undefined
  readonly rdns: string | undefined

  readonly #events: Emitter<ConnectorEvents>
  readonly #load: () => Promise<Connector>
  #speaker: Promise<Connector> | undefined
  #disposed = false

  constructor(face: ConnectorFace, { log }: Pick<ConnectorContext, 'log'>, load: () => Promise<Connector>) {
    this.id = face.id
    this.name = face.name
    this.type = face.type
    this.chains = face.chains
    this.provider = face.provider
    this.imageUrl = face.imageUrl
    this.rdns = face.rdns
    this.#events = new Emitter(log)
    this.#load = load
  }

  on<E extends keyof ConnectorEvents>(event: E, listener: (payload: ConnectorEvents[E]) => void) {
    return this.#events.on(event, listener)
  }

  async prepare(): Promise<void> {
    await this.#loaded()
  }

  async open(offer: ConnectorOffer, opts?: CallOptions): Promise<ConnectorSession> {
    return (await raceAbort(this.#loaded(), opts?.signal)).open(offer, opts)
  }

  async restore(opts?: CallOptions): Promise<ConnectorSession | null> {
    return (await raceAbort(this.#loaded(), opts?.signal)).restore(opts)
  }

  async close(opts?: CallOptions): Promise<void> {
    await (await this.#speaker)?.close(opts)
  }

  dispose(): void {
    this.#disposed = true
    this.#events.clear()
    this.#speaker?.then((speaker) => speaker.dispose()).catch(() => {})
  }

  #loaded(): Promise<Connector> {
    if (this.#disposed) return Promise.reject(new ConfigError('config/disposed'))
    this.#speaker ??= this.#begin().catch((error) => {
      // A part that could not be fetched is fetched again when it is next needed.
      this.#speaker = undefined
      throw error
    })
    return this.#speaker
  }

  async #begin(): Promise<Connector> {
    const speaker = await this.#load()
    for (const event of events) speaker.on(event, (payload) => this.#events.emit(event, payload as never))
    return speaker
  }
}
