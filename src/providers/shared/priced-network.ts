import type { CaipNetworkId } from '../../core/chain/caip.ts'

/** The names of a network and its native coin at a price service. */
export interface PricedNetwork {
  /** The service's name of the network, for the prices of tokens. If absent, only the native coin has a price. */
  readonly platform?: string | undefined
  /** CoinGecko's id of the native coin, such as `ethereum`. If absent, only tokens have a price. */
  readonly coin?: string | undefined
}

export type PricedNetworks = Readonly<Record<CaipNetworkId, PricedNetwork>>

/**
 * The known networks. Each row contains the network, CoinGecko's name, DefiLlama's name, and CoinGecko's id of the native coin,
 * which DefiLlama uses too.
 */
const table: readonly (readonly [CaipNetworkId, string, string, string])[] = [
  ['eip155:1', 'ethereum', 'ethereum', 'ethereum'],
  ['eip155:10', 'optimistic-ethereum', 'optimism', 'ethereum'],
  ['eip155:56', 'binance-smart-chain', 'bsc', 'binancecoin'],
  ['eip155:100', 'xdai', 'xdai', 'xdai'],
  ['eip155:137', 'polygon-pos', 'polygon', 'polygon-ecosystem-token'],
  ['eip155:8453', 'base', 'base', 'ethereum'],
  ['eip155:42161', 'arbitrum-one', 'arbitrum', 'ethereum'],
  ['eip155:43114', 'avalanche', 'avax', 'avalanche-2'],
  ['eip155:59144', 'linea', 'linea', 'ethereum'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana', 'solana', 'solana'],
  ['bip122:000000000019d6689c085ae165831e93', '', '', 'bitcoin'],
  ['cosmos:cosmoshub-4', '', '', 'cosmos'],
  ['polkadot:68d56f15f85d3136970ec16946040bc1', '', '', 'polkadot'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', '', '', 'polkadot'],
]

/** Returns the known networks with the host's `own` networks, which replace known networks with the same id. */
export function pricedNetworks(service: 'coingecko' | 'defillama', own: PricedNetworks = {}): PricedNetworks {
  const known = table.map(([id, gecko, llama, coin]): [CaipNetworkId, PricedNetwork] => [
    id,
    { platform: (service === 'coingecko' ? gecko : llama) || undefined, coin },
  ])
  return { ...Object.fromEntries(known), ...own }
}
