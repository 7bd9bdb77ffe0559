import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { AdapterContext } from '../../core/wallet/adapter.ts'

type Network = ChainNetwork<'cosmos'>

/** Osmosis has the contract of ICNS. */
export const osmosis: CaipNetworkId<'cosmos'> = 'cosmos:osmosis-1'
/** Stargaze has the contract of Stargaze Names. */
export const stargaze: CaipNetworkId<'cosmos'> = 'cosmos:stargaze-1'

/**
 * Returns the network with the contract that stores the names of the given network's accounts. Returns undefined if there are no
 * such names, or if the host configured no node of the contract's network.
 */
export function nameNetworkOf(
  network: Network,
  { endpoints }: Pick<AdapterContext, 'endpoints'>,
): CaipNetworkId<'cosmos'> | undefined {
  const store = storeOf(network)
  return store && endpoints(store).length > 0 ? store : undefined
}

/**
 * Both services have names for all prefixes, and can give the same name to different people. So each network uses only one
 * service. Stargaze uses Stargaze Names. Other networks use ICNS, because ICNS requires a proof of ownership for the address of
 * each prefix. Test networks, and networks with the prefix of another network in `owners`, have no names.
 */
function storeOf({ caipNetworkId, testnet, cosmos }: Network): CaipNetworkId<'cosmos'> | undefined {
  if (testnet || !cosmos) return undefined
  if (caipNetworkId === stargaze) return stargaze
  const owner = owners[cosmos.bech32Prefix]
  return owner === undefined || owner === caipNetworkId ? osmosis : undefined
}

/**
 * The network for which a prefix is registered (SLIP-173). Other networks may use the same prefix,
 * and some of them derive addresses from other keys.
 */
const owners: Readonly<Record<string, CaipNetworkId<'cosmos'>>> = {
  cosmos: 'cosmos:cosmoshub-4',
  stars: stargaze,
}
