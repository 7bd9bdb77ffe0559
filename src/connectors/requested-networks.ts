import type { ChainNamespace } from '../core/chain/namespace.ts'
import type { ChainNetwork } from '../core/chain/network.ts'
import type { ConnectorContext } from '../core/wallet/connector.ts'

/**
 * Returns the host's networks of one family. Doesn't use the core's `networksOf`, because importing it would make the bundler
 * split the first chunk.
 */
export function requestedNetworks<N extends ChainNamespace>(
  { networks }: Pick<ConnectorContext, 'networks'>,
  namespace: N,
): readonly ChainNetwork<N>[] {
  return networks.filter((network): network is ChainNetwork<N> => network.chainNamespace === namespace)
}
