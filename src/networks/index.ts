// Predefined networks. Use their public RPC URLs only to try Latchkey: the operators limit requests and may close a URL without
// notice (docs/networks.md). In production, set your own URLs with `customRpcUrls`, or copy a network and replace its
// `rpcUrls`.
export type { ChainNetwork } from '../core/chain/network.ts'
export { bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet4 } from './bip122.ts'
export {
  cosmosHub,
  cosmosHubTestnet,
  injective,
  injectiveTestnet,
  noble,
  nobleTestnet,
  osmosis,
  osmosisTestnet,
} from './cosmos.ts'
export {
  anvil,
  arbitrum,
  arbitrumSepolia,
  aurora,
  avalanche,
  avalancheFuji,
  base,
  baseSepolia,
  bsc,
  bscTestnet,
  celo,
  gnosis,
  hoodi,
  linea,
  mainnet,
  optimism,
  optimismSepolia,
  polygon,
  polygonAmoy,
  scroll,
  sepolia,
  zksync,
  zora,
} from './eip155.ts'
export {
  kusamaAssetHub,
  kusamaRelay,
  paseoAssetHub,
  paseoRelay,
  polkadotAssetHub,
  polkadotRelay,
  westendAssetHub,
  westendRelay,
} from './polkadot.ts'
export { solanaDevnet, solanaMainnet, solanaTestnet } from './solana.ts'
