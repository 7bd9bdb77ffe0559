import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Unsubscribe } from '../../ports.ts'

/** The adapters that the host configured, each made when it is first asked for. */
export interface Adapters {
  readonly namespaces: readonly ChainNamespace[]
  /**
   * For a family with networks and without an adapter: one that knows no more than a session of WalletConnect gives.
   * @throws `config/no-adapter` for a family without networks; `config/peer-missing` when its library is not installed.
   */
  get<N extends ChainNamespace>(namespace: N): Promise<ChainAdapter<N>>
  /** Reports each adapter that is made, those before the call too. */
  onCreated(listener: (adapter: ChainAdapter) => void): Unsubscribe
}
