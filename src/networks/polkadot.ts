import type { ChainNetwork } from '../core/chain/network.ts'
import { type NetworkRow, networkOf } from './network-of.ts'
import { oneOperator } from './one-operator.ts'

// The ids are the first 32 hex digits of the genesis hash (CAIP-13).

interface PolkadotRow extends Omit<NetworkRow, 'explorer'> {
  readonly id: string
  readonly currency: readonly [name: string, symbol: string, decimals: number]
  /** The SS58 prefix. */
  readonly prefix: number
  /** The subdomain of `subscan.io`. */
  readonly explorer: string
}

function polkadotNetwork({ id, currency, prefix, explorer, ...row }: PolkadotRow): ChainNetwork<'polkadot'> {
  const subscan = { ...row, explorer: ['Subscan', `https://${explorer}.subscan.io`] } as const
  return networkOf('polkadot', id, currency, subscan, { ss58Prefix: prefix })
}

/** The network with the DOT balances and transfers since November 2025. Use the relay chain only to read and sign. */
export const polkadotAssetHub = /* @__PURE__ */ polkadotNetwork({
  id: '68d56f15f85d3136970ec16946040bc1',
  name: 'Polkadot Asset Hub',
  currency: ['Polkadot', 'DOT', 10],
  prefix: 0,
  rpc: ['https://polkadot-asset-hub-rpc.polkadot.io', 'https://asset-hub-polkadot-rpc.n.dwellir.com'],
  explorer: 'assethub-polkadot',
})
export const polkadotRelay = /* @__PURE__ */ polkadotNetwork({
  id: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot Relay Chain',
  currency: ['Polkadot', 'DOT', 10],
  prefix: 0,
  rpc: ['https://polkadot-rpc.publicnode.com', 'https://polkadot-rpc.n.dwellir.com'],
  explorer: 'polkadot',
})
/** The network with the KSM balances and transfers since October 2025. */
export const kusamaAssetHub = /* @__PURE__ */ polkadotNetwork({
  id: '48239ef607d7928874027a43a6768920',
  name: 'Kusama Asset Hub',
  currency: ['Kusama', 'KSM', 12],
  prefix: 2,
  rpc: ['https://asset-hub-kusama-rpc.n.dwellir.com', 'https://rpc-asset-hub-kusama.luckyfriday.io'],
  explorer: 'assethub-kusama',
})
export const kusamaRelay = /* @__PURE__ */ polkadotNetwork({
  id: 'b0a8d493285c2df73290dfb7e61f870f',
  name: 'Kusama Relay Chain',
  currency: ['Kusama', 'KSM', 12],
  prefix: 2,
  rpc: ['https://kusama-rpc.n.dwellir.com', 'https://rpc-kusama.luckyfriday.io'],
  explorer: 'kusama',
})
export const westendAssetHub = /* @__PURE__ */ polkadotNetwork({
  id: '67f9723393ef76214df0118c34bbbd3d',
  name: 'Westend Asset Hub',
  currency: ['Westend', 'WND', 12],
  prefix: 42,
  rpc: ['https://westend-asset-hub-rpc.polkadot.io', 'https://asset-hub-westend-rpc.n.dwellir.com'],
  explorer: 'assethub-westend',
  testnet: true,
})
export const westendRelay = /* @__PURE__ */ polkadotNetwork({
  id: 'e143f23803ac50e8f6f8e62695d1ce9e',
  name: 'Westend Relay Chain',
  currency: ['Westend', 'WND', 12],
  prefix: 42,
  rpc: ['https://westend-rpc.polkadot.io'],
  notice: oneOperator,
  explorer: 'westend',
  testnet: true,
})
export const paseoAssetHub = /* @__PURE__ */ polkadotNetwork({
  id: 'd6eec26135305a8ad257a20d00335728',
  name: 'Paseo Asset Hub',
  currency: ['Paseo', 'PAS', 10],
  prefix: 42,
  rpc: ['https://asset-hub-paseo-rpc.n.dwellir.com', 'https://sys.turboflakes.io/asset-hub-paseo'],
  explorer: 'assethub-paseo',
  testnet: true,
})
export const paseoRelay = /* @__PURE__ */ polkadotNetwork({
  id: '77afd6190f1554ad45fd0d31aee62aac',
  name: 'Paseo Relay Chain',
  currency: ['Paseo', 'PAS', 10],
  prefix: 42,
  rpc: ['https://paseo-rpc.n.dwellir.com', 'https://rpc-paseo.stakeworld.io'],
  explorer: 'paseo',
  testnet: true,
})
