import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { AdapterContext } from '../../core/wallet/adapter.ts'

type Network = ChainNetwork<'cosmos'>

/** Osmosis, which has the contracts of ICNS. */
const osmosis: CaipNetworkId<'cosmos'> = 'cosmos:osmosis-1'

/**
 * Returns the network that stores the names of accounts on a network. Returns undefined if the network has no names, or if the
 * host configured no node of the network that stores them.
 */
export function nameNetworkOf(
  network: Network,
  { endpoints }: Pick<AdapterContext, 'endpoints'>,
): CaipNetworkId<'cosmos'> | undefined {
  return hasNames(network) && endpoints(osmosis).length > 0 ? osmosis : undefined
}

/** Names have one address per prefix. Other networks also use the prefix of Cosmos Hub, some of them with other keys. */
function hasNames({ caipNetworkId, testnet, cosmos }: Network): boolean {
  if (testnet || !cosmos) return false
  return cosmos.bech32Prefix !== 'cosmos' || caipNetworkId === 'cosmos:cosmoshub-4'
}
