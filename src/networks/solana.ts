import type { ChainNetwork } from '../core/chain/network.ts'
import { networkOf } from './network-of.ts'
import { oneOperator } from './one-operator.ts'

// The ids are the first 32 characters of the genesis hash (CAIP-30).

function solanaNetwork(
  id: string,
  name: string,
  cluster: 'mainnet-beta' | 'devnet' | 'testnet',
): ChainNetwork<'solana'> {
  const testnet = cluster !== 'mainnet-beta'
  return networkOf('solana', id, ['Solana', 'SOL', 9], {
    name,
    // On mainnet, the Solana Foundation's endpoint refuses requests from web pages, so mainnet has another endpoint.
    rpc: [testnet ? `https://api.${cluster}.solana.com` : 'https://solana-rpc.publicnode.com'],
    notice: oneOperator,
    // For test clusters, explorers need a query in the URL. A transaction's path can't be appended to such a URL, so test
    // clusters have no explorer here.
    explorer: testnet ? undefined : ['Solscan', 'https://solscan.io'],
    imageId: 'a1b58899-f671-4276-6a5e-56ca5bd59700',
    testnet,
  })
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
