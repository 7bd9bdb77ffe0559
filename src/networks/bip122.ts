import type { ChainNetwork } from '../core/chain/network.ts'
import { networkOf } from './network-of.ts'
import { oneOperator } from './one-operator.ts'

// The ids are the first 32 hex digits of the genesis hash (CAIP-4). The endpoints have Esplora's HTTP API.

function bitcoinChain(
  id: string,
  name: string,
  api: readonly string[],
  explorer: string | undefined,
  notice?: string,
): ChainNetwork<'bip122'> {
  const testnet = name !== 'Bitcoin'
  return networkOf('bip122', id, ['Bitcoin', 'BTC', 8], {
    name,
    rpc: api,
    notice,
    explorer: explorer === undefined ? undefined : ['mempool.space', explorer],
    imageId: testnet ? '39354064-d79b-420b-065d-f980c4b78200' : '0b4838db-0161-4ffe-022d-532bf03dba00',
    testnet,
  })
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
  oneOperator,
)
export const bitcoinSignet = /* @__PURE__ */ bitcoinChain(
  '00000008819873e925422c1ff0f99f7c',
  'Bitcoin Signet',
  ['https://mempool.space/signet/api', 'https://blockstream.info/signet/api'],
  'https://mempool.space/signet',
)
/** A local node at the default port of Blockstream's electrs. */
export const bitcoinRegtest = /* @__PURE__ */ bitcoinChain(
  '0f9188f13cb7b2c71f2a335e3a4fc328',
  'Bitcoin Regtest',
  ['http://127.0.0.1:3002'],
  undefined,
)
