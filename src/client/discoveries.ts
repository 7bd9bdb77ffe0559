import type { ChainNamespace } from '../core/chain/namespace.ts'
import type { Options } from '../core/options/options.ts'
import type { ConnectorDiscovery } from '../core/wallet/connector.ts'
import type { Page } from '../ports.ts'
import type { Persistence } from '../services/persistence.ts'

/**
 * Returns a function that loads wallet discovery for the families with an adapter. Returns undefined if there is nothing to
 * discover, so that no code loads.
 */
export function discoveriesFor(
  options: Pick<Options, 'enableEIP6963' | 'enableInjected' | 'safeOrigins' | 'customWallets'>,
  namespaces: readonly ChainNamespace[],
  page: Pick<Page, 'kind' | 'parent'>,
  persistence: Pick<Persistence, 'get'>,
): (() => Promise<readonly ConnectorDiscovery[]>) | undefined {
  // In a frame, the page may be a Safe App. No option turns off the Safe.
  const ethereum = namespaces.includes('eip155') && (options.enableEIP6963 || page.parent)
  const wanted = ethereum || (namespaces.length > 0 && options.enableInjected)
  if (page.kind !== 'browser' || !wanted) return undefined
  return async () => {
    const { discoveriesWithKnown } = await import('./known-wallets.ts')
    return discoveriesWithKnown(options, namespaces, persistence)
  }
}
