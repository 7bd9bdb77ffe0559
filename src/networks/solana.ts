import type { ChainNetwork } from '../core/chain/network.ts'
import { oneOperator } from './one-operator.ts'

// Ids are the first 32 characters of the genesis hash (CAIP-30).

function solanaNetwork(
  id: string,
  name: string,
  cluster: 'mainnet-beta' | 'devnet' | 'testnet',
): ChainNetwork<'solana'> {
  const testnet = cluster !== 'mainnet-beta'
  return {
    id,
    caipNetworkId: `solana:${id}`,
    chainNamespace: 'solana',
    name,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    // The Solana Foundation's endpoint of the mainnet refuses web pages.
    rpcUrls: {
      default: {
        http: [testnet ? `https://api.${cluster}.solana.com` : 'https://solana-rpc.publicnode.com'],
        notice: oneOperator,
      },
    },
    // Explorers select test clusters with a query, to which no transaction path can be appended.
    ...(!testnet && { blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io' } } }),
    assets: { imageId: 'a1b58899-f671-4276-6a5e-56ca5bd59700' },
    testnet,
  }
}

export const solanaMainnet = /* @__PURE__ */ solanaNetwork(
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'Solana',
  'mainnet-beta',
)
export const solanaDevnet = /* @__PURE__ */ solanaNetwork(
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'Solana Devnet',
  'devnet',
)
export const solanaTestnet = /* @__PURE__ */ solanaNetwork(
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'Solana Testnet',
  'testnet',
)
