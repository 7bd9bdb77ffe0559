import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { AdapterContext, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { FamilyTypes } from '../../core/wallet/family.ts'
import type { Calls } from './calls.ts'
import type { Connections } from './connections.ts'

/** What the provider of a connection stands on. */
export interface ProviderGround<N extends ChainNamespace> {
  readonly connections: Connections<N>
  readonly calls: Calls<N, unknown>
  readonly context: Pick<AdapterContext, 'networks' | 'log' | 'rpc' | 'endpoints'>
  readonly switchNetwork: ChainAdapter<N>['switchNetwork']
}

/** Gives the provider of a connection by its id: the same one however often the connection is made anew. */
export type Providers<N extends ChainNamespace> = (
  ground: ProviderGround<N>,
) => (connectionId: string) => FamilyTypes[N]['provider']
