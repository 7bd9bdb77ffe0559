import type { CaipNetworkId } from './caip.ts'
import { solanaLocalnet } from './solana-localnet.ts'

type Network = CaipNetworkId<'solana'>

/** Wallet Standard's names of the public clusters, by CAIP-2 id (CAIP-30). Wallets may also use CAIP-2 ids. */
const clusters: Readonly<Record<Network, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/**
 * The name of a network among a Wallet Standard wallet's chains; undefined if the wallet doesn't support the network. If the
 * network's node is on this machine, the name is `solana:localnet`, because the genesis hash of a local node changes at each start.
 * But if the wallet lists local networks by their ids, the name is the network's id. In any case, the block hash in a transaction
 * binds the transaction to the network.
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
