import {
  both,
  type Check,
  flag,
  httpUrl,
  integer,
  list,
  must,
  oneOf,
  shape,
  text,
  textOrNumber,
} from '../check.ts'
import { type CaipNetworkId, type Hex, isCaipNetworkId } from './caip.ts'
import type { CosmosChain } from './cosmos.ts'
import { type ChainNamespace, chainNamespaces } from './namespace.ts'
import { unknownNetwork } from './unknown-network.ts'

/** A chain as the host configures it. Specification 1, section 3, "Chain network". */
export interface ChainNetwork<N extends ChainNamespace = ChainNamespace> {
  /** The CAIP-2 reference, as the family writes it: a number on eip155, text elsewhere. */
  readonly id: string | number
  /** The namespace, a colon and the id: `eip155:1`. */
  readonly caipNetworkId: CaipNetworkId<N>
  /** Its family. */
  readonly chainNamespace: N
  readonly name: string
  /** The coin in which its fees are paid. */
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Its nodes, in the order in which they are asked; on bip122 servers that speak Esplora's API. */
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  /** Where a visitor can look a transaction up. */
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  /** Its picture. */
  readonly assets?:
    | { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined }
    | undefined
  readonly testnet?: boolean | undefined
  /** eip155: the contract through which names of ENS are resolved, as viem's chains have it. */
  readonly contracts?:
    | {
        readonly ensUniversalResolver?: { readonly address: Hex } | undefined
        readonly [contract: string]: unknown
      }
    | undefined
  /** polkadot: the SS58 prefix in which the chain spells addresses; 42, the general one, unless given. */
  readonly ss58Prefix?: number | undefined
  /** What the cosmos family has to know of a chain. */
  readonly cosmos?: CosmosChain | undefined
}

/** A chain as viem and wagmi describe it. Its number alone says which it is: it is one of eip155. */
export interface ViemChain {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: ChainNetwork['nativeCurrency']
  readonly rpcUrls: ChainNetwork['rpcUrls']
  readonly blockExplorers?: ChainNetwork['blockExplorers']
  readonly testnet?: boolean | undefined
  readonly contracts?: ChainNetwork['contracts']
  readonly chainNamespace?: undefined
  readonly caipNetworkId?: undefined
}
/** What a host may name as a network. */
export type NetworkInput = ChainNetwork | ViemChain

/** A network as we have it; what is no chain of viem passes as it is, for `checkNetwork` to judge. */
export function networkFrom(given: NetworkInput): ChainNetwork {
  return typeof given?.id === 'number' && !given.chainNamespace
    ? // What is there stays, for `checkNetwork` to compare.
      ({ chainNamespace: 'eip155', caipNetworkId: `eip155:${given.id}`, ...given } as ChainNetwork)
    : (given as ChainNetwork)
}

export function findNetwork(networks: readonly ChainNetwork[], id: CaipNetworkId): ChainNetwork | undefined {
  return networks.find((network) => network.caipNetworkId === id)
}

/** The requested networks of one family, in the host's order. */
export function networksOf<N extends ChainNamespace>(
  networks: readonly ChainNetwork[],
  namespace: N,
): readonly ChainNetwork<N>[] {
  return networks.filter((network): network is ChainNetwork<N> => network.chainNamespace === namespace)
}

/** Stands for a chain that the wallet is on and the host did not request; it is never swapped for another. */
export function unsupportedNetwork<N extends ChainNamespace>(
  namespace: N,
  caipNetworkId: CaipNetworkId<N>,
): ChainNetwork<N> {
  return {
    id: caipNetworkId.slice(namespace.length + 1),
    caipNetworkId,
    chainNamespace: namespace,
    name: unknownNetwork,
    nativeCurrency: { name: '', decimals: 0, symbol: '' },
    rpcUrls: { default: { http: [] } },
  }
}

export const isNetworkId = must('must be a CAIP-2 id', isCaipNetworkId)

const checkWhole = both(
  shape(
    {
      chainNamespace: oneOf(...chainNamespaces),
      id: textOrNumber,
      caipNetworkId: isNetworkId,
      name: text,
      nativeCurrency: shape({ name: text, symbol: text, decimals: integer(0, 77) }, {}, true),
      rpcUrls: shape({ default: shape({ http: list(httpUrl) }, {}, true) }, {}, true),
    },
    { testnet: flag, ss58Prefix: integer(0, 16_383) },
    true,
  ),
  (value) => {
    const { chainNamespace, id, caipNetworkId } = value as ChainNetwork
    const expected = `${chainNamespace}:${id}`
    return caipNetworkId === expected ? undefined : { path: '.caipNetworkId', reason: `must be ${expected}` }
  },
)

/** What is wrong with a network that a host wrote; fields that we do not know are left alone. */
export const checkNetwork: Check = (value) => checkWhole(networkFrom(value as NetworkInput))
