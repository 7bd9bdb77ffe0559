import type { CaipNetworkId } from './caip.ts'

type Network = CaipNetworkId<'solana'>

/**
 * The public clusters by their genesis hash (CAIP-30), under the names that wallet-standard has for them. Wallets may use
 * CAIP-2 ids as well.
 */
const clusters: Readonly<Record<Network, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** What a wallet-standard wallet that has these chains calls a network; undefined when it is not on it. */
export function standardChain(network: string, chains: readonly string[]): string | undefined {
  const name = Object.hasOwn(clusters, network) ? clusters[network as Network] : undefined
  return chains.find((chain) => chain === name || chain === network)
}
