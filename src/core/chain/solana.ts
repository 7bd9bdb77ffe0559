import type { CaipNetworkId } from './caip.ts'
import { solanaLocalnet } from './solana-localnet.ts'

type Network = CaipNetworkId<'solana'>

/** The Wallet Standard names of the public clusters, by CAIP-2 id (CAIP-30). Wallets may also use the CAIP-2 ids. */
const clusters: Readonly<Record<Network, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/**
 * Returns the name that a Wallet Standard wallet uses for the network. Returns undefined if the wallet doesn't support the
 * network. A local node's genesis hash changes at each start. So for a network with a node on this machine, returns
 * `solana:localnet`, or the network's id if the wallet lists the ids of local networks. In both cases, the block hash in a
 * transaction binds the transaction to the right network.
 */
export function standardChain(
  network: string,
  chains: readonly string[],
  { hasLocalNode }: { readonly hasLocalNode: boolean },
): string | undefined {
  const names = Object.entries(clusters).flat()
  const listsLocal = chains.some((chain) => chain !== solanaLocalnet && !names.includes(chain))
  const local = hasLocalNode && !listsLocal ? solanaLocalnet : undefined
  const name = Object.hasOwn(clusters, network) ? clusters[network as Network] : local
  return chains.find((chain) => chain === network) ?? chains.find((chain) => chain === name)
}
