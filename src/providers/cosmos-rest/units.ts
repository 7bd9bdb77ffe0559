import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import type { Endpoint } from './endpoint.ts'
import { ownNode, type Unit } from './own-node.ts'

/** Returns the unit of a denomination. Returns undefined if it isn't known. */
export type UnitOf = (denom: string, opts: CallOptions) => Promise<Unit | undefined>

/**
 * Creates a function that returns the unit of a denomination: from the host's definition of the network, otherwise from the
 * metadata that the host's own node has. Doesn't keep the metadata, because the creator of a token can change them.
 */
export function unitsOf(
  { network, chain }: Pick<Endpoint, 'network' | 'chain'>,
  { rpc, coin }: Pick<DataProviderContext, 'rpc' | 'coin'>,
): UnitOf {
  return async (denom, opts) => {
    if (denom === chain.denom) return coin(network)
    const known = chain.currencies?.find((currency) => currency.denom === denom)
    if (known) return { name: known.symbol, symbol: known.symbol, decimals: known.decimals }
    return ownNode(rpc(network)).unit(denom, opts)
  }
}
