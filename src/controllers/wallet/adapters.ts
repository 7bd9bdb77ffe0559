import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Unsubscribe } from '../../ports.ts'

/** The adapters that the host configured. Each adapter is created at its first use. */
export interface Adapters {
  readonly namespaces: readonly ChainNamespace[]
  /**
   * Returns the family's adapter. If the host configured networks but no adapter for the family, returns an adapter that works
   * only with WalletConnect sessions.
   * @throws `config/no-adapter` for a family with neither networks nor an adapter; `config/peer-missing` if the library of the
   * adapter isn't installed.
   */
  get<N extends ChainNamespace>(namespace: N): Promise<ChainAdapter<N>>
  /** Calls the listener for each adapter, even for adapters that were created before this call. */
  onCreated(listener: (adapter: ChainAdapter) => void): Unsubscribe
}
