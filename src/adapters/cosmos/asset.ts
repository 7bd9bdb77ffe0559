import type { CaipAssetId } from '../../core/chain/caip.ts'
import { parseCaipAssetId } from '../../core/chain/caip-19.ts'
import { type CosmosChain, cosmosCoinTypeOf } from '../../core/chain/cosmos.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

type Network = ChainNetwork<'cosmos'>

/** Matches the denominations that `x/bank` allows (cosmos-sdk, types/coin.go). */
const denomPattern = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/

/** Returns the network's `cosmos` settings. @throws `config/invalid-options` if the network has none. */
export function chainOf(network: Network): CosmosChain {
  if (network.cosmos) return network.cosmos
  throw latchkeyError('config/invalid-options', {
    values: { field: 'networks', reason: `${network.caipNetworkId} needs its "cosmos" part` },
  })
}

/**
 * Returns the denomination of an asset. No asset, or `slip44:` (CAIP-20) with the network's coin
 * type, such as `slip44:118`, means the native coin. `ibc:<hash>` means a token that was received
 * over IBC. `native:<denomination>` means any other denomination, with `%2F` for each slash.
 * @throws `caip/invalid-asset-id` for an asset that isn't a denomination, or belongs to another
 * network; `config/invalid-options` if the network has no `cosmos` settings.
 */
export function denomOf(network: Network, asset: CaipAssetId<'cosmos'> | undefined): string {
  const chain = chainOf(network)
  if (asset === undefined) return chain.denom
  const { networkId, assetNamespace, assetReference } = parseCaipAssetId(asset)
  const denom =
    networkId === network.caipNetworkId ? denomIn(chain, assetNamespace, assetReference) : undefined
  if (denom !== undefined && denomPattern.test(denom)) return denom
  throw latchkeyError('caip/invalid-asset-id', { values: { value: asset } })
}
function denomIn(chain: CosmosChain, kind: string, reference: string): string | undefined {
  if (kind === 'slip44') return reference === String(cosmosCoinTypeOf(chain)) ? chain.denom : undefined
  if (kind === 'ibc') return /^[0-9a-f]{64}$/i.test(reference) ? `ibc/${reference.toUpperCase()}` : undefined
  if (kind !== 'native') return undefined
  try {
    return decodeURIComponent(reference)
  } catch {
    return undefined
  }
}
