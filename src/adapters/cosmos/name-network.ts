import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { AdapterContext } from '../../core/wallet/adapter.ts'

type Network = ChainNetwork<'cosmos'>

/** Osmosis has the contract of ICNS. */
export const osmosis: CaipNetworkId<'cosmos'> = 'cosmos:osmosis-1'
/** Stargaze has the contract of Stargaze Names. */
export const stargaze: CaipNetworkId<'cosmos'> = 'cosmos:stargaze-1'

/**
 * Returns the network that stores the names of accounts on a network. Returns undefined if the network has no names, or if the
 * host configured no node of the network that stores them.
 */
export function nameNetworkOf(
  network: Network,
  { endpoints }: Pick<AdapterContext, 'endpoints'>,
): CaipNetworkId<'cosmos'> | undefined {
  const store = storeOf(network)
  return store && endpoints(store).length > 0 ? store : undefined
}

/**
 * Both services have names for all prefixes, and the same name can belong to two people. So each network uses only one service:
 * Stargaze its own, and the others ICNS, where an owner proves the address of each prefix.
 */
function storeOf({ caipNetworkId, testnet, cosmos }: Network): CaipNetworkId<'cosmos'> | undefined {
  if (testnet || !cosmos) return undefined
  if (caipNetworkId === stargaze) return stargaze
  const owner = owners[cosmos.bech32Prefix]
  return owner === undefined || owner === caipNetworkId ? osmosis : undefined
}

/** The networks that a prefix is registered for (SLIP-173). Other networks use the prefix too, some of them with other keys. */
const owners: Readonly<Record<string, CaipNetworkId<'cosmos'>>> = {
  cosmos: 'cosmos:cosmoshub-4',
  stars: stargaze,
}
