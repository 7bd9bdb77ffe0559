import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { type ChainNetwork, findNetwork, unsupportedNetwork } from '../../core/chain/network.ts'
import { Emitter } from '../../core/emitter.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterEvents } from '../../core/wallet/adapter.ts'
import { type AccountRecord, type Connection, connectionFrom } from '../../core/wallet/connection.ts'
import type { CloseReason, Connector, ConnectorSession } from '../../core/wallet/connector.ts'
import type { Logger, Unsubscribe } from '../../ports.ts'

export interface ConnectionBookOptions<N extends ChainNamespace> {
  readonly namespace: N
  readonly networks: readonly ChainNetwork[]
  readonly log: Logger
  /** An address in the family's canonical spelling, as the network has it where one is named; undefined when it is none there. */
  normalize(address: string, network?: ChainNetwork<N>): string | undefined
}

/** A connection together with what it is made through. */
export interface LiveConnection<N extends ChainNamespace> {
  readonly connection: Connection<N>
  readonly connector: Connector
  readonly session: ConnectorSession
}

/**
 * The connections of one family: every adapter keeps its own here. What the connectors report becomes the adapter's
 * events; an adapter that disposes of the book leaves no listener at any connector.
 */
export class ConnectionBook<N extends ChainNamespace> {
  readonly events: Emitter<AdapterEvents<N>>
  readonly #options: ConnectionBookOptions<N>
  readonly #live = new Map<string, LiveConnection<N> & { readonly release: Unsubscribe }>()

  constructor(options: ConnectionBookOptions<N>) {
    this.#options = options
    this.events = new Emitter(options.log)
  }

  all(): readonly Connection<N>[] {
    return [...this.#live.values()].map(({ connection }) => connection)
  }

  find(id: string): LiveConnection<N> | undefined {
    return this.#live.get(id)
  }

  /** @throws `connection/unknown` */
  get(id: string): LiveConnection<N> {
    const live = this.#live.get(id)
    if (!live) throw latchkeyError('connection/unknown', { values: { id } })
    return live
  }

  /**
   * The connection that shows an account; one that is on the account's network is preferred.
   * @throws `connection/account-not-connected`
   */
  holding(account: CaipAddress<N>): LiveConnection<N> {
    const { address, networkId } = parseCaipAddress(account)
    const { normalize } = this.#options
    const network = this.network(networkId)
    const wanted = normalize(address, network)
    // On another network the same account may be spelled otherwise.
    const holders = [...this.#live.values()].filter(({ connection }) =>
      connection.accounts.some(
        ({ address: known }) =>
          wanted !== undefined && (known === wanted || normalize(known, network) === wanted),
      ),
    )
    const holder =
      holders.find(({ connection }) => connection.network.caipNetworkId === networkId) ?? holders[0]
    if (!holder) throw latchkeyError('connection/account-not-connected', { values: { account } })
    return holder
  }

  /** The accounts of this family, and of a network, each address in its canonical spelling there. */
  accounts(list: readonly AccountRecord[], network?: ChainNetwork<N>): readonly AccountRecord<N>[] {
    const { namespace, normalize } = this.#options
    return list.flatMap((account) => {
      const address = account.namespace === namespace ? normalize(account.address, network) : undefined
      return address === undefined ? [] : [{ ...(account as AccountRecord<N>), address }]
    })
  }

  /** The requested network of an id, or one that stands for a chain that was not requested. */
  network(id: CaipNetworkId<N>): ChainNetwork<N> {
    const network = findNetwork(this.#options.networks, id) as ChainNetwork<N> | undefined
    return network ?? unsupportedNetwork(this.#options.namespace, id)
  }

  /** Takes a connection in, in place of an earlier one through the same connector. */
  add(
    connector: Connector,
    session: ConnectorSession,
    accounts: Connection<N>['accounts'],
    network: ChainNetwork<N>,
  ): Connection<N> {
    const { namespace } = this.#options
    const id = `${namespace}:${connector.id}`
    this.#live.get(id)?.release()
    const stops = [
      connector.on('accountsChanged', (event) => {
        if (event.namespace === namespace) this.#change(id, event.accounts)
      }),
      connector.on('networkChanged', (event) => {
        if (event.namespace === namespace) this.move(id, this.network(event.network as CaipNetworkId<N>))
      }),
      connector.on('sessionChanged', () => this.#follow(id)),
      connector.on('closed', ({ reason }) => void this.remove(id, reason)),
    ]
    const release = () => {
      for (const stop of stops) stop()
    }
    const connection = connectionFrom({ id, namespace, connectorId: connector.id, accounts, network })
    this.#live.set(id, { connection, connector, session, release })
    this.events.emit('connected', connection)
    return connection
  }

  /** Notes where the wallet is. Its accounts may be spelled otherwise there, or be others. */
  move(id: string, network: ChainNetwork<N>, accounts?: readonly AccountRecord[]): void {
    const live = this.#live.get(id)
    if (!live) return
    const moved = live.connection.network.caipNetworkId !== network.caipNetworkId
    const [first, ...rest] = this.accounts(accounts ?? live.connection.accounts, network)
    // A wallet that moved by itself may tell its accounts later.
    const shown = first ? ([first, ...rest] as const) : live.connection.accounts
    const differ = shown.map(keyOf).join() !== live.connection.accounts.map(keyOf).join()
    if (!moved && !differ) return
    const connection = connectionFrom({ ...live.connection, network, ...(differ && { accounts: shown }) })
    this.#live.set(id, { ...live, connection })
    if (moved) this.events.emit('networkChanged', { connectionId: id, network })
    if (differ) this.events.emit('accountsChanged', { connectionId: id, accounts: shown })
  }

  remove(id: string, reason: CloseReason): LiveConnection<N> | undefined {
    const live = this.#live.get(id)
    if (!live) return undefined
    live.release()
    this.#live.delete(id)
    this.events.emit('disconnected', { connectionId: id, reason })
    return live
  }

  dispose(): void {
    for (const { release } of this.#live.values()) release()
    this.#live.clear()
    this.events.clear()
  }

  /** The wallet changed what it approves: the connection stays where it is if it may, moves to what is left, or ends. */
  #follow(id: string): void {
    const live = this.#live.get(id)
    if (!live) return
    const { session, connection } = live
    const left = session.networks.filter((known) => known.startsWith(`${this.#options.namespace}:`))
    const current = connection.network.caipNetworkId
    const [first] = left
    const target = left.includes(current) ? current : first
    const network = target && this.network(target as CaipNetworkId<N>)
    if (!network || this.accounts(session.accounts, network).length === 0) {
      this.remove(id, 'wallet')
      return
    }
    this.move(id, network, session.accounts)
  }

  #change(id: string, list: readonly AccountRecord[]): void {
    const live = this.#live.get(id)
    if (!live) return
    const [first, ...rest] = this.accounts(list, live.connection.network)
    if (!first) return void this.remove(id, 'wallet')
    const accounts: Connection<N>['accounts'] = [first, ...rest]
    this.#live.set(id, { ...live, connection: connectionFrom({ ...live.connection, accounts }) })
    this.events.emit('accountsChanged', { connectionId: id, accounts })
  }
}

function keyOf({ address, type }: AccountRecord): string {
  return `${type} ${address}`
}
