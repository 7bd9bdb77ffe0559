import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import {
  type Connection,
  type ConnectionOf,
  type ConnectionStatus,
  connectionFrom,
} from '../../core/wallet/connection.ts'
import type { Logger } from '../../ports.ts'
import { Controller } from '../base/controller.ts'

/** The wallet behind a connection. */
export interface WalletInfo {
  readonly name: string
  readonly icon?: string | undefined
  readonly type: string
  readonly rdns?: string | undefined
}

/** A wallet whose stored connection isn't restored yet, because the wallet is locked, slow or not in the page. */
export interface RememberedWallet extends Partial<WalletInfo> {
  /** The id of the connector to reconnect with. This connector may not have been found yet. */
  readonly connectorId: string
  readonly name: string
}

/**
 * The connection of one chain family. `connection` and `wallet` are set only while `status` is `connected`. `remembered` is set
 * only while a stored connection waits for its wallet.
 */
export type FamilyConnection =
  | {
      readonly status: Exclude<ConnectionStatus, 'connected'>
      readonly connection?: undefined
      readonly wallet?: undefined
      readonly remembered?: RememberedWallet | undefined
    }
  | {
      readonly status: 'connected'
      readonly connection: Connection
      readonly wallet: WalletInfo
      readonly remembered?: undefined
    }

export type ConnectionsState = Readonly<Record<ChainNamespace, FamilyConnection>>

export interface ConnectionsEvents {
  connected: { readonly namespace: ChainNamespace; readonly connection: Connection }
  disconnected: { readonly namespace: ChainNamespace }
}

const disconnected: FamilyConnection = Object.freeze({ status: 'disconnected' })

/**
 * Holds the connection of each chain family: connector, accounts, network and approved networks. Only the session controller
 * connects and disconnects families. Network switches, and changes of the requested networks, also update connections. The
 * account, connector and network controllers copy parts of this state.
 */
export class ConnectionsController extends Controller<ConnectionsState, ConnectionsEvents> {
  constructor(deps: { readonly log?: Pick<Logger, 'error'> | undefined } = {}) {
    super(
      Object.fromEntries(chainNamespaces.map((name) => [name, disconnected])) as ConnectionsState,
      deps.log,
    )
  }

  of<N extends ChainNamespace>(namespace: N): ConnectionOf<N> | undefined {
    return this.state[namespace].connection as ConnectionOf<N> | undefined
  }

  isConnected(namespace: ChainNamespace): boolean {
    return this.of(namespace) !== undefined
  }

  get connectedNamespaces(): readonly ChainNamespace[] {
    return chainNamespaces.filter((namespace) => this.isConnected(namespace))
  }

  /** Returns the families that are connected through the connector. */
  through(connectorId: string): readonly ChainNamespace[] {
    return chainNamespaces.filter((namespace) => this.of(namespace)?.connectorId === connectorId)
  }

  /** Marks families as pending, while a wallet is asked or a stored connection is restored. */
  setPending(status: 'connecting' | 'restoring', ...namespaces: readonly ChainNamespace[]): void {
    const keep = (namespace: ChainNamespace) =>
      Object.freeze({ status, remembered: this.state[namespace].remembered })
    this.patch(Object.fromEntries(namespaces.map((namespace) => [namespace, keep(namespace)])))
  }

  /** Marks families whose stored connection is being restored or waits for its wallet. */
  remember(
    status: 'restoring' | 'disconnected',
    wallets: Readonly<Partial<Record<ChainNamespace, RememberedWallet>>>,
  ): void {
    const known = Object.entries(wallets) as (readonly [ChainNamespace, RememberedWallet])[]
    const ended = known.filter(([namespace]) => this.state[namespace].status !== 'disconnected')
    this.patch(
      Object.fromEntries(
        known.map(([namespace, remembered]) => [namespace, Object.freeze({ status, remembered })]),
      ),
    )
    if (status === 'disconnected') for (const [namespace] of ended) this.emit('disconnected', { namespace })
  }

  /** Sets the family's connection. */
  connect(connection: Connection, wallet: WalletInfo): void {
    const { namespace } = connection
    this.patch({ [namespace]: Object.freeze({ status: 'connected', connection, wallet }) })
    this.emit('connected', { namespace, connection })
  }

  /** Updates a connection after the wallet changed accounts or network. Ignores a connection that has ended. */
  update(
    connectionId: string,
    change: Partial<Pick<Connection, 'accounts' | 'network' | 'approvedNetworks'>>,
  ): void {
    for (const namespace of this.connectedNamespaces) {
      const family = this.state[namespace]
      if (family.connection?.id !== connectionId) continue
      const connection = connectionFrom({ ...family.connection, ...change })
      // Skip an unchanged connection, because wallets may report the same state repeatedly.
      if (textOf(connection) === textOf(family.connection)) continue
      this.patch({
        [namespace]: Object.freeze({ ...family, connection }),
      })
    }
  }

  disconnect(...namespaces: readonly ChainNamespace[]): void {
    const ended = namespaces.filter((namespace) => this.state[namespace].status !== 'disconnected')
    this.#set(namespaces, disconnected)
    for (const namespace of ended) this.emit('disconnected', { namespace })
  }

  #set(namespaces: readonly ChainNamespace[], connection: FamilyConnection): void {
    this.patch(Object.fromEntries(namespaces.map((namespace) => [namespace, connection])))
  }
}

/**
 * Returns the connection as a text to compare. Leaves out most of the network object, which may contain bigints that JSON can't
 * encode.
 */
function textOf(connection: Connection): string {
  const { caipNetworkId, name } = connection.network
  return JSON.stringify({ ...connection, network: [caipNetworkId, name] })
}
