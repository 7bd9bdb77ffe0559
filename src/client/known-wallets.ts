import { walletDiscoveries } from '../connectors/injected/wallet-discoveries.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import type { Options } from '../core/options/options.ts'
import { connectionKey } from '../core/wallet/connection.ts'
import type { ConnectorDiscovery } from '../core/wallet/connector.ts'
import type { Persistence } from '../services/persistence.ts'

/**
 * Creates the discoveries of wallets in the page. If the page has too many wallets, lists only some of them, but always the
 * wallets that the visitor used before or the host names.
 */
export function discoveriesWithKnown(
  options: Pick<Options, 'enableEIP6963' | 'enableInjected' | 'safeOrigins' | 'customWallets'>,
  namespaces: readonly ChainNamespace[],
  persistence: Pick<Persistence, 'get'>,
): readonly ConnectorDiscovery[] {
  const connected = namespaces.flatMap((one) => persistence.get(connectionKey(one))?.connectorId ?? [])
  const named = [...(persistence.get('recentWallets') ?? []), ...(options.customWallets ?? [])]
  return walletDiscoveries(options, namespaces, [...connected, ...named.flatMap(({ rdns }) => rdns ?? [])])
}
