import type { Hex } from '../core/chain/caip.ts'
import type { ChainNetwork } from '../core/chain/network.ts'
import { type NetworkRow, networkOf } from './network-of.ts'

interface Eip155Row extends NetworkRow {
  readonly id: number
  /** The name and the symbol of the native currency. It has 18 decimals on all networks in this file. */
  readonly currency: readonly [name: string, symbol: string]
  /** The address of ENS's universal resolver. */
  readonly ens?: Hex
}

/** Creates an eip155 network. Its CAIP-2 id contains the chain id (CAIP-3). */
function eip155Network({ id, currency, ens, ...row }: Eip155Row): ChainNetwork<'eip155'> {
  const contracts = ens && { ensUniversalResolver: { address: ens } }
  return networkOf('eip155', id, [...currency, 18], row, { contracts })
}

export const mainnet = /* @__PURE__ */ eip155Network({
  id: 1,
  name: 'Ethereum',
  currency: ['Ether', 'ETH'],
  rpc: ['https://ethereum.reth.rs/rpc', 'https://ethereum-rpc.publicnode.com'],
  explorer: ['Etherscan', 'https://etherscan.io'],
  imageId: 'ba0ba0cd-17c6-4806-ad93-f9d174f17900',
  ens: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee',
})

export const optimism = /* @__PURE__ */ eip155Network({
  id: 10,
  name: 'OP Mainnet',
  currency: ['Ether', 'ETH'],
  rpc: ['https://mainnet.optimism.io', 'https://optimism-rpc.publicnode.com'],
  explorer: ['Optimism Explorer', 'https://optimistic.etherscan.io'],
  imageId: 'ab9c186a-c52f-464b-2906-ca59d760a400',
})

export const bsc = /* @__PURE__ */ eip155Network({
  id: 56,
  name: 'BNB Smart Chain',
  currency: ['BNB', 'BNB'],
  rpc: ['https://bsc-dataseed.bnbchain.org', 'https://bsc-rpc.publicnode.com'],
  explorer: ['BscScan', 'https://bscscan.com'],
  imageId: '93564157-2e8e-4ce7-81df-b264dbee9b00',
})

export const gnosis = /* @__PURE__ */ eip155Network({
  id: 100,
  name: 'Gnosis',
  currency: ['xDAI', 'XDAI'],
  rpc: ['https://rpc.gnosischain.com', 'https://gnosis-rpc.publicnode.com'],
  explorer: ['Gnosisscan', 'https://gnosisscan.io'],
  imageId: '02b53f6a-e3d4-479e-1cb4-21178987d100',
})

export const polygon = /* @__PURE__ */ eip155Network({
  id: 137,
  name: 'Polygon',
  currency: ['POL', 'POL'],
  rpc: ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org'],
  explorer: ['PolygonScan', 'https://polygonscan.com'],
  imageId: '41d04d42-da3b-4453-8506-668cc0727900',
})

export const zksync = /* @__PURE__ */ eip155Network({
  id: 324,
  name: 'ZKsync Era',
  currency: ['Ether', 'ETH'],
  rpc: ['https://mainnet.era.zksync.io', 'https://zksync.drpc.org'],
  explorer: ['ZKsync Explorer', 'https://explorer.zksync.io'],
  imageId: 'b310f07f-4ef7-49f3-7073-2a0a39685800',
})

export const base = /* @__PURE__ */ eip155Network({
  id: 8453,
  name: 'Base',
  currency: ['Ether', 'ETH'],
  rpc: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
  explorer: ['Basescan', 'https://basescan.org'],
  imageId: '7289c336-3981-4081-c5f4-efc26ac64a00',
})

export const arbitrum = /* @__PURE__ */ eip155Network({
  id: 42161,
  name: 'Arbitrum One',
  currency: ['Ether', 'ETH'],
  rpc: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com'],
  explorer: ['Arbiscan', 'https://arbiscan.io'],
  imageId: '3bff954d-5cb0-47a0-9a23-d20192e74600',
})

export const celo = /* @__PURE__ */ eip155Network({
  id: 42220,
  name: 'Celo',
  currency: ['CELO', 'CELO'],
  rpc: ['https://forno.celo.org', 'https://celo.drpc.org'],
  explorer: ['Celo Explorer', 'https://celoscan.io'],
  imageId: 'ab781bbc-ccc6-418d-d32d-789b15da1f00',
})

export const avalanche = /* @__PURE__ */ eip155Network({
  id: 43114,
  name: 'Avalanche',
  currency: ['Avalanche', 'AVAX'],
  rpc: ['https://api.avax.network/ext/bc/C/rpc', 'https://avalanche-c-chain-rpc.publicnode.com'],
  explorer: ['SnowTrace', 'https://snowtrace.io'],
  imageId: '30c46e53-e989-45fb-4549-be3bd4eb3b00',
})

export const linea = /* @__PURE__ */ eip155Network({
  id: 59144,
  name: 'Linea Mainnet',
  currency: ['Linea Ether', 'ETH'],
  rpc: ['https://rpc.linea.build', 'https://linea-rpc.publicnode.com'],
  explorer: ['Etherscan', 'https://lineascan.build'],
})

export const scroll = /* @__PURE__ */ eip155Network({
  id: 534352,
  name: 'Scroll',
  currency: ['Ether', 'ETH'],
  rpc: ['https://rpc.scroll.io', 'https://scroll.drpc.org'],
  explorer: ['Scrollscan', 'https://scrollscan.com'],
})

export const zora = /* @__PURE__ */ eip155Network({
  id: 7777777,
  name: 'Zora',
  currency: ['Ether', 'ETH'],
  rpc: ['https://rpc.zora.energy', 'https://zora.drpc.org'],
  explorer: ['Explorer', 'https://explorer.zora.energy'],
  imageId: '845c60df-d429-4991-e687-91ae45791600',
})

export const aurora = /* @__PURE__ */ eip155Network({
  id: 1313161554,
  name: 'Aurora',
  currency: ['Ether', 'ETH'],
  rpc: ['https://mainnet.aurora.dev', 'https://aurora.drpc.org'],
  explorer: ['Aurorascan', 'https://aurorascan.dev'],
  imageId: '3ff73439-a619-4894-9262-4470c773a100',
})

export const sepolia = /* @__PURE__ */ eip155Network({
  id: 11155111,
  name: 'Sepolia',
  currency: ['Sepolia Ether', 'ETH'],
  rpc: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.gateway.tenderly.co'],
  explorer: ['Etherscan', 'https://sepolia.etherscan.io'],
  testnet: true,
  imageId: 'e909ea0a-f92a-4512-c8fc-748044ea6800',
})

export const hoodi = /* @__PURE__ */ eip155Network({
  id: 560048,
  name: 'Hoodi',
  currency: ['Hoodi Ether', 'ETH'],
  rpc: ['https://0xrpc.io/hoodi', 'https://hoodi.drpc.org'],
  explorer: ['Etherscan', 'https://hoodi.etherscan.io'],
  testnet: true,
})

export const optimismSepolia = /* @__PURE__ */ eip155Network({
  id: 11155420,
  name: 'OP Sepolia',
  currency: ['Sepolia Ether', 'ETH'],
  rpc: ['https://sepolia.optimism.io', 'https://optimism-sepolia.gateway.tenderly.co'],
  explorer: ['Blockscout', 'https://optimism-sepolia.blockscout.com'],
  testnet: true,
})

export const baseSepolia = /* @__PURE__ */ eip155Network({
  id: 84532,
  name: 'Base Sepolia',
  currency: ['Sepolia Ether', 'ETH'],
  rpc: ['https://sepolia.base.org', 'https://base-sepolia.drpc.org'],
  explorer: ['Basescan', 'https://sepolia.basescan.org'],
  testnet: true,
  imageId: 'a18a7ecd-e307-4360-4746-283182228e00',
})

export const arbitrumSepolia = /* @__PURE__ */ eip155Network({
  id: 421614,
  name: 'Arbitrum Sepolia',
  currency: ['Arbitrum Sepolia Ether', 'ETH'],
  rpc: ['https://sepolia-rollup.arbitrum.io/rpc', 'https://arbitrum-sepolia.drpc.org'],
  explorer: ['Arbiscan', 'https://sepolia.arbiscan.io'],
  testnet: true,
})

export const polygonAmoy = /* @__PURE__ */ eip155Network({
  id: 80002,
  name: 'Polygon Amoy',
  currency: ['POL', 'POL'],
  rpc: ['https://polygon-bor-amoy-rpc.publicnode.com', 'https://polygon-amoy.drpc.org'],
  explorer: ['PolygonScan', 'https://amoy.polygonscan.com'],
  testnet: true,
})

export const avalancheFuji = /* @__PURE__ */ eip155Network({
  id: 43113,
  name: 'Avalanche Fuji',
  currency: ['Avalanche Fuji', 'AVAX'],
  rpc: ['https://api.avax-test.network/ext/bc/C/rpc', 'https://avalanche-fuji-c-chain-rpc.publicnode.com'],
  explorer: ['SnowTrace', 'https://testnet.snowtrace.io'],
  testnet: true,
})

export const bscTestnet = /* @__PURE__ */ eip155Network({
  id: 97,
  name: 'BNB Smart Chain Testnet',
  currency: ['BNB', 'tBNB'],
  rpc: ['https://data-seed-prebsc-1-s1.bnbchain.org:8545', 'https://bsc-testnet-rpc.publicnode.com'],
  explorer: ['BscScan', 'https://testnet.bscscan.com'],
  testnet: true,
})

/** A local node at the default port of Anvil and Hardhat. The ports of `latchkey devnet` change at each start. */
export const anvil = /* @__PURE__ */ eip155Network({
  id: 31337,
  name: 'Anvil',
  currency: ['Ether', 'ETH'],
  rpc: ['http://127.0.0.1:8545'],
  testnet: true,
})
