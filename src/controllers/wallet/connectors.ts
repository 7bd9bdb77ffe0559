import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Connector } from '../../core/wallet/connector.ts'
import type { ConnectorListType, ConnectorView } from '../../core/wallet/list/wallet-list.ts'
import type { Logger, Page } from '../../ports.ts'
import type { OptionsController } from '../shell/options-controller.ts'
import type { ConnectionsController } from './connections-controller.ts'
import type { NetworkController } from './network-controller.ts'

export interface ConnectorState {
  /**
   * The wallet list: the visible connectors, merged by rdns and filtered by `filterByNamespace`. Empty until `discover` has
   * loaded the list. `discover` runs when the page is idle or a caller needs the list.
   */
  readonly connectors: readonly ConnectorView[]
  /** The id of the connector that each connected family uses. */
  readonly activeConnectorIds: Readonly<Partial<Record<ChainNamespace, string>>>
  readonly filterByNamespace: ChainNamespace | undefined
  readonly typeOrder: readonly ConnectorListType[]
}

export interface ConnectorDeps {
  readonly registry: ConnectorSource
  /** Whether wallets can still be discovered after the start. */
  readonly discovering: boolean
  readonly options: Pick<OptionsController, 'state' | 'subscribe'>
  readonly page: Pick<Page, 'traits'>
  readonly connections: Pick<ConnectionsController, 'of' | 'connectedNamespaces' | 'watch'>
  /** When the networks of the host change, the families that WalletConnect supports change too. */
  readonly network?: Pick<NetworkController, 'watch'> | undefined
  readonly log?: Pick<Logger, 'error'> | undefined
}

/** The known connectors. `connectors/registry` implements this. */
export interface ConnectorSource {
  list(): readonly Connector[]
  readonly known: ReadonlyMap<string, Connector>
  on(event: 'changed', listener: () => void): () => void
  discover(): Promise<void>
}
