/**
 * The source of each public entry, by its path in `dist` without extension. `exports` of package.json refers to these files.
 */
export const entries = {
  index: 'src/index.ts',
  // The same entry in production builds.
  'index.production': 'src/index.production.ts',
  networks: 'src/networks/index.ts',
  'controllers/index': 'src/controllers/index.ts',
  'adapters/bip122/index': 'src/adapters/bip122/index.ts',
  'adapters/cosmos/index': 'src/adapters/cosmos/index.ts',
  'adapters/eip155/index': 'src/adapters/eip155/index.ts',
  'adapters/polkadot/index': 'src/adapters/polkadot/index.ts',
  'adapters/solana/index': 'src/adapters/solana/index.ts',
  'connectors/index': 'src/connectors/index.ts',
  'connectors/embedded/index': 'src/connectors/embedded/index.ts',
  'connectors/ledger/index': 'src/connectors/ledger/index.ts',
  'connectors/solana-mobile/index': 'src/connectors/solana-mobile/index.ts',
  'connectors/walletconnect/index': 'src/connectors/walletconnect/index.ts',
  'providers/alchemy/index': 'src/providers/alchemy/index.ts',
  'providers/blockscout/index': 'src/providers/blockscout/index.ts',
  'providers/coingecko/index': 'src/providers/coingecko/index.ts',
  'providers/defillama/index': 'src/providers/defillama/index.ts',
  'providers/etherscan/index': 'src/providers/etherscan/index.ts',
  'providers/helius/index': 'src/providers/helius/index.ts',
  'providers/lifi/index': 'src/providers/lifi/index.ts',
  'providers/mempool/index': 'src/providers/mempool/index.ts',
  'providers/moonpay/index': 'src/providers/moonpay/index.ts',
  'providers/oneinch/index': 'src/providers/oneinch/index.ts',
  'providers/paraswap/index': 'src/providers/paraswap/index.ts',
  'providers/pyth/index': 'src/providers/pyth/index.ts',
  'providers/uniswap/index': 'src/providers/uniswap/index.ts',
  'providers/zerox/index': 'src/providers/zerox/index.ts',
  'devnet/index': 'src/devnet/index.ts',
  'testing/index': 'src/testing/index.ts',
  'wallets/index': 'src/wallets/index.ts',
  'server/index': 'src/server/index.ts',
  'servers/index': 'src/servers/index.ts',
  'siwx/index': 'src/siwx/index.ts',
  'devtools/index': 'src/devtools/index.ts',
  // Bridges to other libraries.
  'appkit/index': 'src/bridges/appkit/index.ts',
  'viem/index': 'src/bridges/viem/index.ts',
  'wagmi/index': 'src/bridges/wagmi/index.ts',
  'solana-standard/index': 'src/bridges/solana-standard/index.ts',
  'bitcoin-standard/index': 'src/bridges/bitcoin-standard/index.ts',
  'cosmos-signer/index': 'src/bridges/cosmos-signer/index.ts',
  'polkadot-signer/index': 'src/bridges/polkadot-signer/index.ts',
}

/** The React entries. Each is a separate build, marked with `use client`. */
export const reactEntries = {
  'react/index': 'src/ui-react/index.ts',
  'appkit-react/index': 'src/bridges/appkit-react/index.ts',
  'viem-react/index': 'src/bridges/viem-react/index.ts',
}
