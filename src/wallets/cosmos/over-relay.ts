import { decodeCosmosDoc } from '../decode/cosmos/cosmos.ts'
import { type FamilyOptions, type FamilyWallet, fieldsOf } from '../walletconnect/family-wallet.ts'
import { cosmosRpc } from './rpc.ts'
import { cosmosWallet } from './wallet.ts'

/** Creates a wallet with WalletConnect's cosmos methods: https://docs.reown.com/advanced/multichain/rpc-reference/cosmos-rpc */
export function cosmosOverRelay({ secrets, networks }: FamilyOptions): FamilyWallet {
  const chains = networks.map(({ id, cosmos }) => ({
    id: String(id),
    bech32Prefix: cosmos?.bech32Prefix ?? 'cosmos',
    keyType: cosmos?.keyType,
  }))
  const wallet = cosmosWallet({
    privateKeys: secrets,
    chains,
    approved: chains.map(({ id }) => id),
  })
  const request = cosmosRpc(wallet)
  return {
    methods: ['cosmos_getAccounts', 'cosmos_signAmino', 'cosmos_signDirect'],
    addresses: ({ id }) => wallet.addresses(String(id)),
    request: ({ method, params }, { caipNetworkId }) =>
      request({ method, params: params as object }, caipNetworkId),
    signersOf: (call) => (call.method === 'cosmos_getAccounts' ? [] : [fieldsOf(call).signerAddress]),
    chainsOf(call) {
      if (call.method === 'cosmos_getAccounts') return []
      const { chainId } = decodeCosmosDoc(fieldsOf(call).signDoc)
      // An ADR-36 document names no network.
      return chainId === '' ? [] : [`cosmos:${chainId}`]
    },
  }
}
