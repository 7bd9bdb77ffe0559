import type { CosmosChain } from '../core/chain/cosmos.ts'
import type { ChainNetwork } from '../core/chain/network.ts'
import { type NetworkRow, networkOf } from './network-of.ts'

// The ids are chain ids (CAIP-5). Prefixes, denominations and prices are from cosmos/chain-registry.

/** The notice for Noble's networks. Noble announced its departure in January 2026. */
const leaving = 'The network is leaving the Cosmos ecosystem'

interface CosmosRow extends NetworkRow {
  readonly id: string
  readonly currency: readonly [name: string, symbol: string, denom: string]
  /** The decimals of the native currency. Default: 6. */
  readonly decimals?: number
  readonly prefix: string
  readonly gasPrice: string
  readonly rest: string
  /** The IBC denomination of Noble's USDC on this network. */
  readonly usdc?: string
  readonly keys?: Pick<CosmosChain, 'keyType' | 'publicKeyType' | 'coinType'>
}

function cosmosNetwork({
  id,
  currency: [currency, symbol, denom],
  decimals = 6,
  prefix,
  gasPrice,
  rest,
  usdc,
  keys,
  ...row
}: CosmosRow): ChainNetwork<'cosmos'> {
  return networkOf('cosmos', id, [currency, symbol, decimals], row, {
    cosmos: {
      bech32Prefix: prefix,
      denom,
      gasPrice,
      restUrl: rest,
      ...keys,
      currencies: usdc === undefined ? [] : [{ denom: usdc, symbol: 'USDC', decimals: 6 }],
    },
  })
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
  rpc: ['https://rpc.provider-sentry-01.hub-testnet.polypore.xyz', 'https://cosmos-testnet-rpc.itrocket.net'],
  rest: 'https://rest.provider-sentry-01.hub-testnet.polypore.xyz',
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
  rpc: ['https://rpc.osmotest5.osmosis.zone', 'https://osmosis-testnet-tendermint.reliableninjas.com'],
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
  rpc: ['https://noble-rpc.polkachu.com', 'https://rpc.lavenderfive.com/noble'],
  notice: leaving,
  rest: 'https://noble-api.polkachu.com',
  explorer: ['Mintscan', 'https://www.mintscan.io/noble'],
})

export const nobleTestnet = /* @__PURE__ */ cosmosNetwork({
  id: 'grand-1',
  name: 'Noble Testnet',
  currency: ['USD Coin', 'USDC', 'uusdc'],
  prefix: 'noble',
  gasPrice: '0.1',
  rpc: ['https://noble-testnet-rpc.polkachu.com', 'https://rpc.testnet.noble.strange.love'],
  notice: leaving,
  rest: 'https://noble-testnet-api.polkachu.com',
  explorer: ['Mintscan', 'https://www.mintscan.io/noble-testnet'],
  testnet: true,
})

/** Injective has Ethereum keys (injective-core, proto/injective/crypto/v1beta1/ethsecp256k1/keys.proto). */
const injectiveKeys = {
  keyType: 'eth_secp256k1',
  publicKeyType: '/injective.crypto.v1beta1.ethsecp256k1.PubKey',
  coinType: 60,
} as const

export const injective = /* @__PURE__ */ cosmosNetwork({
  id: 'injective-1',
  name: 'Injective',
  currency: ['Injective', 'INJ', 'inj'],
  decimals: 18,
  prefix: 'inj',
  gasPrice: '160000000',
  rpc: ['https://injective-rpc.polkachu.com', 'https://injective-rpc.publicnode.com'],
  rest: 'https://injective-api.polkachu.com',
  explorer: ['Injective Explorer', 'https://explorer.injective.network'],
  keys: injectiveKeys,
})

export const injectiveTestnet = /* @__PURE__ */ cosmosNetwork({
  id: 'injective-888',
  name: 'Injective Testnet',
  currency: ['Injective', 'INJ', 'inj'],
  decimals: 18,
  prefix: 'inj',
  gasPrice: '500000000',
  rpc: ['https://injective-testnet-rpc.polkachu.com', 'https://injective-testnet-rpc.publicnode.com'],
  rest: 'https://injective-testnet-api.polkachu.com',
  explorer: ['Injective Explorer', 'https://testnet.explorer.injective.network'],
  keys: injectiveKeys,
  testnet: true,
})
