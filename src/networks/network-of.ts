import type { CaipNetworkId } from '../core/chain/caip.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import type { ChainNetwork } from '../core/chain/network.ts'

/** The fields that networks of all families have. */
export interface NetworkRow {
  readonly name: string
  readonly rpc: readonly string[]
  readonly notice?: string | undefined
  readonly explorer?: readonly [name: string, url: string] | undefined
  readonly imageId?: string
  readonly testnet?: boolean
}

/** Creates a network. `more` has the fields that only this family has. */
export function networkOf<N extends ChainNamespace>(
  chainNamespace: N,
  id: ChainNetwork['id'],
  [currency, symbol, decimals]: readonly [name: string, symbol: string, decimals: number],
  { name, rpc, notice, explorer, imageId, testnet = false }: NetworkRow,
  more?: Partial<ChainNetwork<N>>,
): ChainNetwork<N> {
  return {
    id,
    caipNetworkId: `${chainNamespace}:${id}` as CaipNetworkId<N>,
    chainNamespace,
    name,
    nativeCurrency: { name: currency, symbol, decimals },
    rpcUrls: { default: { http: rpc, notice } },
    blockExplorers: explorer && { default: { name: explorer[0], url: explorer[1] } },
    assets: imageId === undefined ? undefined : { imageId },
    testnet,
    ...more,
  }
}
