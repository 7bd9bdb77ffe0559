import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { AdapterContext, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { FamilyTypes } from '../../core/wallet/family.ts'
import type { Calls } from './calls.ts'
import type { Connections } from './connections.ts'

/** The context of a connection's provider. */
export interface ProviderContext<N extends ChainNamespace> {
  readonly connections: Connections<N>
  readonly calls: Calls<N, unknown>
  readonly context: Pick<AdapterContext, 'networks' | 'log' | 'rpc' | 'endpoints'>
  readonly switchNetwork: ChainAdapter<N>['switchNetwork']
}

/** Returns the provider of a connection by its id. The same id always gets the same provider, also after reconnecting. */
export type Providers<N extends ChainNamespace> = (
  context: ProviderContext<N>,
) => (connectionId: string) => FamilyTypes[N]['provider']
