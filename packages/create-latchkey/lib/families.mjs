/**
 * What an app needs for each family: a test network, the packages of the app, the packages of the family's local chain, and a
 * test wallet with its connector. The adapter's name is the family's name.
 */
export const families = {
  eip155: {
    title: 'Ethereum and EVM networks',
    network: 'sepolia',
    packages: ['viem'],
    local: ['@foundry-rs/anvil'],
    dev: { connector: 'externalConnector', wallet: 'provider: wallets.ethereum.eip155!.wallet.provider' },
  },
  solana: {
    title: 'Solana',
    network: 'solanaDevnet',
    packages: ['@solana/web3.js'],
    local: ['litesvm', '@solana/kit'],
    dev: { connector: 'standardConnector', wallet: 'wallet: wallets.solana.solana!.wallet.standard' },
  },
  bip122: {
    title: 'Bitcoin',
    network: 'bitcoinSignet',
    packages: ['bitcoinjs-lib', '@bitcoinerlab/secp256k1'],
    local: [],
    dev: { connector: 'standardConnector', wallet: 'wallet: wallets.bitcoin.bip122!.wallet.standard' },
  },
  polkadot: {
    title: 'Polkadot',
    network: 'westendAssetHub',
    packages: ['@polkadot/api'],
    local: [],
    dev: {
      connector: 'injectedWeb3Connector',
      wallet: 'provider: wallets.polkadot.polkadot!.wallet.injected',
    },
  },
  cosmos: {
    title: 'Cosmos',
    network: 'cosmosHubTestnet',
    packages: ['@cosmjs/stargate', '@cosmjs/amino', '@cosmjs/proto-signing'],
    local: ['cosmjs-types'],
    dev: { connector: 'keplrConnector', wallet: 'provider: wallets.keplr.cosmos!.wallet.provider' },
  },
}
