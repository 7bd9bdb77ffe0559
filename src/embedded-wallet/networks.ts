import type { CaipNetworkId } from '../core/chain/caip.ts'
import { networkParts } from '../core/chain/caip.ts'
import type { ChainNetwork } from '../core/chain/network.ts'
import type { ServiceNetwork, ServiceToken } from '../core/wallet/wallet-service.ts'

/** The chain families of the wallet's keys. */
export type Family = 'eip155' | 'solana'

/** A network in the service's configuration. */
export interface WalletNetwork extends ChainNetwork<Family> {
  readonly tokens?: readonly ServiceToken[] | undefined
}

/** The wallet's networks, and the active network of each family. */
export interface Networks {
  readonly all: readonly WalletNetwork[]
  /**
   * The network that was selected last.
   * @throws if the service configures no network.
   */
  readonly current: WalletNetwork
  /**
   * Returns the family's active network.
   * @throws if the service configures no network of the family.
   */
  of(family: Family): WalletNetwork
  /**
   * Switches a family to a network. `chainId` is a CAIP-2 id, or a number for eip155, as pages send it.
   * @throws if the wallet doesn't have the network.
   */
  moveTo(chainId: string | number): WalletNetwork
}

export function networksFrom(
  known: readonly ServiceNetwork[],
  start: string | null,
  fallback: CaipNetworkId,
): Networks {
  const all = known.flatMap(networkOf)
  const chosen: Partial<Record<Family, WalletNetwork>> = {}
  let last: Family | undefined
  const find = (chainId: string | number) => {
    const id = /^\d+$/.test(String(chainId)) ? `eip155:${chainId}` : chainId
    return all.find(({ caipNetworkId }) => caipNetworkId === id)
  }
  const choose = (network: WalletNetwork) => {
    chosen[network.chainNamespace] = network
    last = network.chainNamespace
    return network
  }
  const first = (start && find(start)) || find(fallback) || all[0]
  if (first) choose(first)

  const of = (family: Family) => {
    const network = chosen[family] ?? all.find(({ chainNamespace }) => chainNamespace === family)
    if (!network) throw new Error(`This wallet has no network of ${family}.`)
    return network
  }
  return {
    all,
    get current() {
      if (!last) throw new Error('This wallet has no network.')
      return of(last)
    },
    of,
    moveTo(chainId) {
      const network = find(chainId)
      if (!network) throw new Error(`This wallet does not have the network ${chainId}.`)
      return choose(network)
    },
  }
}

/** Returns the chain id in the protocol's format: a number for eip155, otherwise a CAIP-2 id. */
export function chainIdOf({ chainNamespace, id, caipNetworkId }: WalletNetwork): string | number {
  return chainNamespace === 'eip155' ? Number(id) : caipNetworkId
}

function networkOf(network: ServiceNetwork): readonly WalletNetwork[] {
  const { id, name, rpcUrl, rpcUrls = [], nativeCurrency, testnet, tokens } = network
  const { namespace, reference = '' } = networkParts(id) ?? {}
  if (namespace !== 'eip155' && namespace !== 'solana') return []
  return [
    {
      id: namespace === 'eip155' ? Number(reference) : reference,
      caipNetworkId: id as CaipNetworkId<Family>,
      chainNamespace: namespace,
      name,
      nativeCurrency,
      rpcUrls: { default: { http: [...new Set([rpcUrl, ...rpcUrls])] } },
      testnet,
      tokens,
    },
  ]
}
