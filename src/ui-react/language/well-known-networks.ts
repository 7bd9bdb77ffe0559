/** Names of networks that wallets often use and a host may not configure, by CAIP-2 id. */
export const wellKnownNetworks: Readonly<Record<string, string | undefined>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:56': 'BNB Smart Chain',
  'eip155:100': 'Gnosis',
  'eip155:137': 'Polygon',
  'eip155:324': 'ZKsync Era',
  'eip155:8453': 'Base',
  'eip155:42161': 'Arbitrum One',
  'eip155:43114': 'Avalanche',
  'eip155:59144': 'Linea Mainnet',
  'eip155:11155111': 'Sepolia',
}
