import type { CaipNetworkId, Hex } from './caip.ts'
import type { CosmosChain } from './cosmos.ts'
import type { ChainNamespace } from './namespace.ts'
import { unknownNetwork } from './unknown-network.ts'

/** A network that the app uses (S1.3). */
export interface ChainNetwork<N extends ChainNamespace = ChainNamespace> {
  /** The CAIP-2 reference: on eip155 usually a number, elsewhere text. */
  readonly id: string | number
  /** The CAIP-2 id, such as `eip155:1`. */
  readonly caipNetworkId: CaipNetworkId<N>
  /** The chain family. */
  readonly chainNamespace: N
  readonly name: string
  /** The coin that pays network fees. */
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /**
   * Node URLs in order of preference. On bip122, these are URLs of servers with Esplora's API. `notice` can warn developers about
   * the URLs, for example about a rate limit. Development builds log this notice once.
   */
  readonly rpcUrls: {
    readonly default: { readonly http: readonly string[]; readonly notice?: string | undefined }
  }
  /** The block explorer that the modal links to. */
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  /** The network's image: its id in the catalogue, or a URL. */
  readonly assets?:
    | { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined }
    | undefined
  readonly testnet?: boolean | undefined
  /** On eip155: the contract that resolves ENS names. The fields are the same as in viem's chains. */
  readonly contracts?:
    | {
        readonly ensUniversalResolver?: { readonly address: Hex } | undefined
        readonly [contract: string]: unknown
      }
    | undefined
  /** On polkadot: the SS58 prefix of addresses. Default: 42, the generic prefix. */
  readonly ss58Prefix?: number | undefined
  /** On cosmos: the network's Cosmos-specific parameters. */
  readonly cosmos?: CosmosChain | undefined
}

/** A chain as viem and wagmi define it. A chain with a numeric id and without a namespace is an eip155 network. */
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
/** A network as the options accept it. */
export type NetworkInput = ChainNetwork | ViemChain

/** Adds the CAIP fields to a viem chain. Returns any other value unchanged: `checkNetwork` validates it later. */
export function networkFrom(given: NetworkInput): ChainNetwork {
  return typeof given?.id === 'number' && !given.chainNamespace
    ? // `given` comes last, so that `checkNetwork` sees the CAIP fields that the host set.
      ({ chainNamespace: 'eip155', caipNetworkId: `eip155:${given.id}`, ...given } as ChainNetwork)
    : (given as ChainNetwork)
}

export function findNetwork(networks: readonly ChainNetwork[], id: CaipNetworkId): ChainNetwork | undefined {
  return networks.find((network) => network.caipNetworkId === id)
}

/** Returns the networks of one family, in the host's order. */
export function networksOf<N extends ChainNamespace>(
  networks: readonly ChainNetwork[],
  namespace: N,
): readonly ChainNetwork<N>[] {
  return networks.filter((network): network is ChainNetwork<N> => network.chainNamespace === namespace)
}

/**
 * Returns a placeholder for a wallet's network that isn't in the options. Don't fall back to a network of the options, because
 * the wallet isn't on that network.
 */
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
