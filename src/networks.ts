import type { ChainNetwork } from './core/chain/network.ts'

export type { ChainNetwork } from './core/chain/network.ts'

/**
 * Ready networks. The RPC URLs are public ones of the chains' own teams where there are any: fine to begin with, slow
 * under load. Give your own with `customRpcUrls`, or spread a network and replace `rpcUrls`.
 */

interface Eip155Row {
  readonly id: number
  readonly name: string
  /** Name and symbol of the native currency; every chain here counts it in 18 decimals. */
  readonly currency: readonly [name: string, symbol: string]
  readonly rpc: readonly string[]
  readonly explorer?: readonly [name: string, url: string]
  readonly testnet?: true
  readonly imageId?: string
}

/** An eip155 network from its row; the CAIP-2 id follows from the chain id (CAIP-3). */
function eip155Network({
  id,
  name,
  currency,
  rpc,
  explorer,
  testnet,
  imageId,
}: Eip155Row): ChainNetwork<'eip155'> {
  return {
    id,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    name,
    nativeCurrency: { name: currency[0], symbol: currency[1], decimals: 18 },
    rpcUrls: { default: { http: rpc } },
    blockExplorers: explorer && { default: { name: explorer[0], url: explorer[1] } },
    assets: imageId === undefined ? undefined : { imageId },
    testnet: testnet ?? false,
  }
}

export const mainnet = /* @__PURE__ */ eip155Network({
  id: 1,
  name: 'Ethereum',
  currency: ['Ether', 'ETH'],
  rpc: ['https://ethereum.reth.rs/rpc', 'https://ethereum-rpc.publicnode.com'],
  explorer: ['Etherscan', 'https://etherscan.io'],
  imageId: 'ba0ba0cd-17c6-4806-ad93-f9d174f17900',
})

export const optimism = /* @__PURE__ */ eip155Network({
  id: 10,
  name: 'OP Mainnet',
  currency: ['Ether', 'ETH'],
  rpc: ['https://mainnet.optimism.io'],
  explorer: ['Optimism Explorer', 'https://optimistic.etherscan.io'],
  imageId: 'ab9c186a-c52f-464b-2906-ca59d760a400',
})

export const bsc = /* @__PURE__ */ eip155Network({
  id: 56,
  name: 'BNB Smart Chain',
  currency: ['BNB', 'BNB'],
  rpc: ['https://bsc-dataseed.bnbchain.org'],
  explorer: ['BscScan', 'https://bscscan.com'],
  imageId: '93564157-2e8e-4ce7-81df-b264dbee9b00',
})

export const gnosis = /* @__PURE__ */ eip155Network({
  id: 100,
  name: 'Gnosis',
  currency: ['xDAI', 'XDAI'],
  rpc: ['https://rpc.gnosischain.com'],
  explorer: ['Gnosisscan', 'https://gnosisscan.io'],
  imageId: '02b53f6a-e3d4-479e-1cb4-21178987d100',
})

export const polygon = /* @__PURE__ */ eip155Network({
  id: 137,
  name: 'Polygon',
  currency: ['POL', 'POL'],
  rpc: ['https://polygon.drpc.org'],
  explorer: ['PolygonScan', 'https://polygonscan.com'],
  imageId: '41d04d42-da3b-4453-8506-668cc0727900',
})

export const zksync = /* @__PURE__ */ eip155Network({
  id: 324,
  name: 'ZKsync Era',
  currency: ['Ether', 'ETH'],
  rpc: ['https://mainnet.era.zksync.io'],
  explorer: ['ZKsync Explorer', 'https://explorer.zksync.io'],
  imageId: 'b310f07f-4ef7-49f3-7073-2a0a39685800',
})

export const base = /* @__PURE__ */ eip155Network({
  id: 8453,
  name: 'Base',
  currency: ['Ether', 'ETH'],
  rpc: ['https://mainnet.base.org'],
  explorer: ['Basescan', 'https://basescan.org'],
  imageId: '7289c336-3981-4081-c5f4-efc26ac64a00',
})

export const arbitrum = /* @__PURE__ */ eip155Network({
  id: 42161,
  name: 'Arbitrum One',
  currency: ['Ether', 'ETH'],
  rpc: ['https://arb1.arbitrum.io/rpc'],
  explorer: ['Arbiscan', 'https://arbiscan.io'],
  imageId: '3bff954d-5cb0-47a0-9a23-d20192e74600',
})

export const celo = /* @__PURE__ */ eip155Network({
  id: 42220,
  name: 'Celo',
  currency: ['CELO', 'CELO'],
  rpc: ['https://forno.celo.org'],
  explorer: ['Celo Explorer', 'https://celoscan.io'],
  imageId: 'ab781bbc-ccc6-418d-d32d-789b15da1f00',
})

export const avalanche = /* @__PURE__ */ eip155Network({
  id: 43114,
  name: 'Avalanche',
  currency: ['Avalanche', 'AVAX'],
  rpc: ['https://api.avax.network/ext/bc/C/rpc'],
  explorer: ['SnowTrace', 'https://snowtrace.io'],
  imageId: '30c46e53-e989-45fb-4549-be3bd4eb3b00',
})

export const linea = /* @__PURE__ */ eip155Network({
  id: 59144,
  name: 'Linea Mainnet',
  currency: ['Linea Ether', 'ETH'],
  rpc: ['https://rpc.linea.build'],
  explorer: ['Etherscan', 'https://lineascan.build'],
})

export const scroll = /* @__PURE__ */ eip155Network({
  id: 534352,
  name: 'Scroll',
  currency: ['Ether', 'ETH'],
  rpc: ['https://rpc.scroll.io'],
  explorer: ['Scrollscan', 'https://scrollscan.com'],
})

export const zora = /* @__PURE__ */ eip155Network({
  id: 7777777,
  name: 'Zora',
  currency: ['Ether', 'ETH'],
  rpc: ['https://rpc.zora.energy'],
  explorer: ['Explorer', 'https://explorer.zora.energy'],
  imageId: '845c60df-d429-4991-e687-91ae45791600',
})

export const aurora = /* @__PURE__ */ eip155Network({
  id: 1313161554,
  name: 'Aurora',
  currency: ['Ether', 'ETH'],
  rpc: ['https://mainnet.aurora.dev'],
  explorer: ['Aurorascan', 'https://aurorascan.dev'],
  imageId: '3ff73439-a619-4894-9262-4470c773a100',
})

export const sepolia = /* @__PURE__ */ eip155Network({
  id: 11155111,
  name: 'Sepolia',
  currency: ['Sepolia Ether', 'ETH'],
  rpc: ['https://ethereum-sepolia-rpc.publicnode.com'],
  explorer: ['Etherscan', 'https://sepolia.etherscan.io'],
  testnet: true,
  imageId: 'e909ea0a-f92a-4512-c8fc-748044ea6800',
})

export const hoodi = /* @__PURE__ */ eip155Network({
  id: 560048,
  name: 'Hoodi',
  currency: ['Hoodi Ether', 'ETH'],
  rpc: ['https://rpc.hoodi.ethpandaops.io'],
  explorer: ['Etherscan', 'https://hoodi.etherscan.io'],
  testnet: true,
})

export const optimismSepolia = /* @__PURE__ */ eip155Network({
  id: 11155420,
  name: 'OP Sepolia',
  currency: ['Sepolia Ether', 'ETH'],
  rpc: ['https://sepolia.optimism.io'],
  explorer: ['Blockscout', 'https://optimism-sepolia.blockscout.com'],
  testnet: true,
})

export const baseSepolia = /* @__PURE__ */ eip155Network({
  id: 84532,
  name: 'Base Sepolia',
  currency: ['Sepolia Ether', 'ETH'],
  rpc: ['https://sepolia.base.org'],
  explorer: ['Basescan', 'https://sepolia.basescan.org'],
  testnet: true,
  imageId: 'a18a7ecd-e307-4360-4746-283182228e00',
})

export const arbitrumSepolia = /* @__PURE__ */ eip155Network({
  id: 421614,
  name: 'Arbitrum Sepolia',
  currency: ['Arbitrum Sepolia Ether', 'ETH'],
  rpc: ['https://sepolia-rollup.arbitrum.io/rpc'],
  explorer: ['Arbiscan', 'https://sepolia.arbiscan.io'],
  testnet: true,
})

export const polygonAmoy = /* @__PURE__ */ eip155Network({
  id: 80002,
  name: 'Polygon Amoy',
  currency: ['POL', 'POL'],
  rpc: ['https://polygon-amoy.drpc.org'],
  explorer: ['PolygonScan', 'https://amoy.polygonscan.com'],
  testnet: true,
})

export const avalancheFuji = /* @__PURE__ */ eip155Network({
  id: 43113,
  name: 'Avalanche Fuji',
  currency: ['Avalanche Fuji', 'AVAX'],
  rpc: ['https://api.avax-test.network/ext/bc/C/rpc'],
  explorer: ['SnowTrace', 'https://testnet.snowtrace.io'],
  testnet: true,
})

export const bscTestnet = /* @__PURE__ */ eip155Network({
  id: 97,
  name: 'BNB Smart Chain Testnet',
  currency: ['BNB', 'tBNB'],
  rpc: ['https://data-seed-prebsc-1-s1.bnbchain.org:8545'],
  explorer: ['BscScan', 'https://testnet.bscscan.com'],
  testnet: true,
})

/** Anvil, Hardhat and the first chain of `latchkey devnet` when they listen at their usual port. */
export const anvil = /* @__PURE__ */ eip155Network({
  id: 31337,
  name: 'Anvil',
  currency: ['Ether', 'ETH'],
  rpc: ['http://127.0.0.1:8545'],
  testnet: true,
})

// ---- solana: CAIP-30, the first 32 characters of the genesis hash ----

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
    rpcUrls: { default: { http: [`https://api.${cluster}.solana.com`] } },
    // Explorers show the test clusters by a query, which a path to a transaction cannot be put behind.
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

// ---- cosmos: CAIP-5, the chain id; prefix, denomination and prices as cosmos/chain-registry has them ----

interface CosmosRow {
  readonly id: string
  readonly name: string
  /** Name, symbol and denomination of the native currency; every chain here counts it in 6 decimals. */
  readonly currency: readonly [name: string, symbol: string, denom: string]
  readonly prefix: string
  readonly gasPrice: string
  readonly rpc: readonly string[]
  readonly rest: string
  readonly explorer?: readonly [name: string, url: string]
  /** USDC, which Noble issues, as it is called where it came over IBC. */
  readonly usdc?: string
  readonly testnet?: true
}

function cosmosNetwork({
  id,
  name,
  currency: [currencyName, symbol, denom],
  prefix,
  gasPrice,
  rpc,
  rest,
  explorer,
  usdc,
  testnet,
}: CosmosRow): ChainNetwork<'cosmos'> {
  return {
    id,
    caipNetworkId: `cosmos:${id}`,
    chainNamespace: 'cosmos',
    name,
    nativeCurrency: { name: currencyName, symbol, decimals: 6 },
    rpcUrls: { default: { http: rpc } },
    blockExplorers: explorer && { default: { name: explorer[0], url: explorer[1] } },
    testnet: testnet ?? false,
    cosmos: {
      bech32Prefix: prefix,
      denom,
      gasPrice,
      restUrl: rest,
      currencies: usdc === undefined ? [] : [{ denom: usdc, symbol: 'USDC', decimals: 6 }],
    },
  }
}

export const cosmosHub = /* @__PURE__ */ cosmosNetwork({
  id: 'cosmoshub-4',
  name: 'Cosmos Hub',
  currency: ['Cosmos Hub Atom', 'ATOM', 'uatom'],
  prefix: 'cosmos',
  gasPrice: '0.025',
  rpc: ['https://cosmos-rpc.polkachu.com', 'https://cosmos-rpc.publicnode.com'],
  rest: 'https://cosmos-api.polkachu.com',
  explorer: ['Mintscan', 'https://www.mintscan.io/cosmos'],
  usdc: 'ibc/F663521BF1836B00F5F177680F74BFB9A8B5654A694D0D2BC249E03CF2509013',
})

export const cosmosHubTestnet = /* @__PURE__ */ cosmosNetwork({
  id: 'provider',
  name: 'Cosmos Hub Testnet',
  currency: ['Cosmos Hub Atom', 'ATOM', 'uatom'],
  prefix: 'cosmos',
  gasPrice: '0.025',
  rpc: [
    'https://rpc.provider-sentry-01.ics-testnet.polypore.xyz',
    'https://rpc.provider-sentry-02.ics-testnet.polypore.xyz',
  ],
  rest: 'https://rest.provider-sentry-01.ics-testnet.polypore.xyz',
  explorer: ['Polypore', 'https://explorer.polypore.xyz/provider'],
  testnet: true,
})

export const osmosis = /* @__PURE__ */ cosmosNetwork({
  id: 'osmosis-1',
  name: 'Osmosis',
  currency: ['Osmosis', 'OSMO', 'uosmo'],
  prefix: 'osmo',
  gasPrice: '0.035',
  rpc: ['https://rpc.osmosis.zone', 'https://osmosis-rpc.polkachu.com'],
  rest: 'https://lcd.osmosis.zone',
  explorer: ['Mintscan', 'https://www.mintscan.io/osmosis'],
  usdc: 'ibc/498A0751C798A0D9A389AA3691123DADA57DAA4FE165D5C75894505B876BA6E4',
})

export const osmosisTestnet = /* @__PURE__ */ cosmosNetwork({
  id: 'osmo-test-5',
  name: 'Osmosis Testnet',
  currency: ['Osmosis', 'OSMO', 'uosmo'],
  prefix: 'osmo',
  gasPrice: '0.035',
  rpc: ['https://rpc.osmotest5.osmosis.zone'],
  rest: 'https://lcd.osmotest5.osmosis.zone',
  explorer: ['Mintscan', 'https://www.mintscan.io/osmosis-testnet'],
  testnet: true,
})

export const noble = /* @__PURE__ */ cosmosNetwork({
  id: 'noble-1',
  name: 'Noble',
  currency: ['USD Coin', 'USDC', 'uusdc'],
  prefix: 'noble',
  gasPrice: '0.1',
  rpc: ['https://noble-rpc.polkachu.com'],
  rest: 'https://noble-api.polkachu.com',
  explorer: ['Mintscan', 'https://www.mintscan.io/noble'],
})

export const nobleTestnet = /* @__PURE__ */ cosmosNetwork({
  id: 'grand-1',
  name: 'Noble Testnet',
  currency: ['USD Coin', 'USDC', 'uusdc'],
  prefix: 'noble',
  gasPrice: '0.1',
  rpc: ['https://noble-testnet-rpc.polkachu.com'],
  rest: 'https://noble-testnet-api.polkachu.com',
  explorer: ['Mintscan', 'https://www.mintscan.io/noble-testnet'],
  testnet: true,
})

// ---- bip122: CAIP-4, the first 32 digits of the genesis hash. Endpoints are Esplora's HTTP API ----

function bitcoinChain(
  id: string,
  name: string,
  api: readonly string[],
  explorer: string | undefined,
): ChainNetwork<'bip122'> {
  const testnet = name !== 'Bitcoin'
  return {
    id,
    caipNetworkId: `bip122:${id}`,
    chainNamespace: 'bip122',
    name,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: api } },
    ...(explorer && { blockExplorers: { default: { name: 'mempool.space', url: explorer } } }),
    assets: {
      imageId: testnet ? '39354064-d79b-420b-065d-f980c4b78200' : '0b4838db-0161-4ffe-022d-532bf03dba00',
    },
    testnet,
  }
}

export const bitcoin = /* @__PURE__ */ bitcoinChain(
  '000000000019d6689c085ae165831e93',
  'Bitcoin',
  ['https://mempool.space/api', 'https://blockstream.info/api'],
  'https://mempool.space',
)
export const bitcoinTestnet4 = /* @__PURE__ */ bitcoinChain(
  '00000000da84f2bafbbc53dee25a72ae',
  'Bitcoin Testnet4',
  ['https://mempool.space/testnet4/api'],
  'https://mempool.space/testnet4',
)
export const bitcoinSignet = /* @__PURE__ */ bitcoinChain(
  '00000008819873e925422c1ff0f99f7c',
  'Bitcoin Signet',
  ['https://mempool.space/signet/api', 'https://blockstream.info/signet/api'],
  'https://mempool.space/signet',
)
/** Somebody's own, at the port of Blockstream's electrs. */
export const bitcoinRegtest = /* @__PURE__ */ bitcoinChain(
  '0f9188f13cb7b2c71f2a335e3a4fc328',
  'Bitcoin Regtest',
  ['http://127.0.0.1:3002'],
  undefined,
)

// ---- polkadot: CAIP-13, the first 32 digits of the genesis hash ----

interface PolkadotRow {
  readonly id: string
  readonly name: string
  readonly currency: readonly [name: string, symbol: string, decimals: number]
  /** SS58 */
  readonly prefix: number
  readonly rpc: readonly string[]
  /** Before `.subscan.io`. */
  readonly explorer: string
  readonly testnet?: boolean
}

function polkadotNetwork(row: PolkadotRow): ChainNetwork<'polkadot'> {
  const [name, symbol, decimals] = row.currency
  return {
    id: row.id,
    caipNetworkId: `polkadot:${row.id}`,
    chainNamespace: 'polkadot',
    name: row.name,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: { default: { http: row.rpc } },
    blockExplorers: { default: { name: 'Subscan', url: `https://${row.explorer}.subscan.io` } },
    testnet: row.testnet === true,
    ss58Prefix: row.prefix,
  }
}

/** Where DOT is held and sent since November 2025; the relay chain is for reading and signing. */
export const polkadotAssetHub = /* @__PURE__ */ polkadotNetwork({
  id: '68d56f15f85d3136970ec16946040bc1',
  name: 'Polkadot Asset Hub',
  currency: ['Polkadot', 'DOT', 10],
  prefix: 0,
  rpc: ['https://polkadot-asset-hub-rpc.polkadot.io', 'https://sys.ibp.network/asset-hub-polkadot'],
  explorer: 'assethub-polkadot',
})
export const polkadotRelay = /* @__PURE__ */ polkadotNetwork({
  id: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot Relay Chain',
  currency: ['Polkadot', 'DOT', 10],
  prefix: 0,
  rpc: ['https://rpc.ibp.network/polkadot', 'https://polkadot-rpc.dwellir.com'],
  explorer: 'polkadot',
})
/** Where KSM is held and sent since October 2025. */
export const kusamaAssetHub = /* @__PURE__ */ polkadotNetwork({
  id: '48239ef607d7928874027a43a6768920',
  name: 'Kusama Asset Hub',
  currency: ['Kusama', 'KSM', 12],
  prefix: 2,
  rpc: ['https://kusama-asset-hub-rpc.polkadot.io', 'https://sys.ibp.network/asset-hub-kusama'],
  explorer: 'assethub-kusama',
})
export const kusamaRelay = /* @__PURE__ */ polkadotNetwork({
  id: 'b0a8d493285c2df73290dfb7e61f870f',
  name: 'Kusama Relay Chain',
  currency: ['Kusama', 'KSM', 12],
  prefix: 2,
  rpc: ['https://rpc.ibp.network/kusama', 'https://kusama-rpc.dwellir.com'],
  explorer: 'kusama',
})
export const westendAssetHub = /* @__PURE__ */ polkadotNetwork({
  id: '67f9723393ef76214df0118c34bbbd3d',
  name: 'Westend Asset Hub',
  currency: ['Westend', 'WND', 12],
  prefix: 42,
  rpc: ['https://westend-asset-hub-rpc.polkadot.io'],
  explorer: 'assethub-westend',
  testnet: true,
})
export const westendRelay = /* @__PURE__ */ polkadotNetwork({
  id: 'e143f23803ac50e8f6f8e62695d1ce9e',
  name: 'Westend Relay Chain',
  currency: ['Westend', 'WND', 12],
  prefix: 42,
  rpc: ['https://westend-rpc.polkadot.io'],
  explorer: 'westend',
  testnet: true,
})
export const paseoAssetHub = /* @__PURE__ */ polkadotNetwork({
  id: 'd6eec26135305a8ad257a20d00335728',
  name: 'Paseo Asset Hub',
  currency: ['Paseo', 'PAS', 10],
  prefix: 42,
  rpc: ['https://asset-hub-paseo-rpc.n.dwellir.com', 'https://sys.ibp.network/asset-hub-paseo'],
  explorer: 'assethub-paseo',
  testnet: true,
})
export const paseoRelay = /* @__PURE__ */ polkadotNetwork({
  id: '77afd6190f1554ad45fd0d31aee62aac',
  name: 'Paseo Relay Chain',
  currency: ['Paseo', 'PAS', 10],
  prefix: 42,
  rpc: ['https://rpc.ibp.network/paseo'],
  explorer: 'paseo',
  testnet: true,
})
