import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import {
  type Connection,
  type ConnectionOf,
  type ConnectionStatus,
  connectionFrom,
} from '../../core/wallet/connection.ts'
import type { Logger } from '../../ports.ts'
import { Controller } from '../base/controller.ts'

/** What is known of the wallet behind a connection. */
export interface WalletInfo {
  readonly name: string
  readonly icon?: string | undefined
  readonly type: string
  readonly rdns?: string | undefined
}

/** How a family is connected. A connection and its wallet stand exactly while the status is `connected`. */
export type FamilyConnection =
  | {
      readonly status: Exclude<ConnectionStatus, 'connected'>
      readonly connection?: undefined
      readonly wallet?: undefined
    }
  | { readonly status: 'connected'; readonly connection: Connection; readonly wallet: WalletInfo }

export type ConnectionsState = Readonly<Record<ChainNamespace, FamilyConnection>>

export interface ConnectionsEvents {
  connected: { readonly namespace: ChainNamespace; readonly connection: Connection }
  disconnected: { readonly namespace: ChainNamespace }
}

const disconnected: FamilyConnection = Object.freeze({ status: 'disconnected' })

/**
 * Who is connected: for each family its connection, with connector, accounts, network and what the wallet approved. The
 * only owner of that knowledge: the session coordinator writes here, the account, connector and network controllers show
 * parts of it, and what is stored between visits is a copy of it.
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

  /** The families that are connected through a connector. */
  through(connectorId: string): readonly ChainNamespace[] {
    return chainNamespaces.filter((namespace) => this.of(namespace)?.connectorId === connectorId)
  }

  /** A wallet is being asked, or a stored connection is being taken up again. */
  setPending(namespace: ChainNamespace, status: 'connecting' | 'restoring'): void {
    this.patch({ [namespace]: Object.freeze({ status }) })
  }

  /** Takes a connection in, in the place of what the family had. */
  connect(connection: Connection, wallet: WalletInfo): void {
    const { namespace } = connection
    this.patch({ [namespace]: Object.freeze({ status: 'connected', connection, wallet }) })
    this.emit('connected', { namespace, connection })
  }

  /** Its wallet shows other accounts, or has moved. A connection that is not there any more is not brought back. */
  update(
    connectionId: string,
    change: Partial<Pick<Connection, 'accounts' | 'network' | 'approvedNetworks'>>,
  ): void {
    for (const namespace of this.connectedNamespaces) {
      const family = this.state[namespace]
      if (family.connection?.id !== connectionId) continue
      const connection = connectionFrom({ ...family.connection, ...change })
      // A wallet may repeat itself.
      if (textOf(connection) === textOf(family.connection)) continue
      this.patch({
        [namespace]: Object.freeze({ ...family, connection }),
      })
    }
  }

  disconnect(namespace: ChainNamespace): void {
    if (this.state[namespace].status === 'disconnected') return
    this.patch({ [namespace]: disconnected })
    this.emit('disconnected', { namespace })
  }
}

/** The network in it is the host's object, in which there may be bigints. */
function textOf(connection: Connection): string {
  const { caipNetworkId, name } = connection.network
  return JSON.stringify({ ...connection, network: [caipNetworkId, name] })
}
