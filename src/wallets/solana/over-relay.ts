import { base58, base64 } from '@scure/base'
import { readTransaction } from '../../adapters/solana/wire.ts'
import { type FamilyOptions, type FamilyWallet, fieldsOf } from '../walletconnect/family-wallet.ts'
import { solanaWallet } from './wallet.ts'

/** Creates a wallet with WalletConnect's solana methods: https://docs.walletconnect.network/wallet-sdk/chain-support/solana */
export function solanaOverRelay({ secrets, networks, fetch, clock, health }: FamilyOptions): FamilyWallet {
  const wallet = solanaWallet({
    secrets,
    chains: networks.map(({ caipNetworkId, rpcUrls }) => ({
      id: caipNetworkId as `solana:${string}`,
      rpcUrls: rpcUrls.default.http,
    })),
    authorized: true,
    ...{ fetch, clock, health },
  })
  return {
    methods: [
      'solana_getAccounts',
      'solana_requestAccounts',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_signMessage',
      'solana_signTransaction',
    ],
    addresses: async () => wallet.addresses(),
    async request(call, { caipNetworkId }) {
      if (/^solana_(get|request)Accounts$/.test(call.method))
        return wallet.addresses().map((pubkey) => ({ pubkey }))
      const answer = await wallet.request({ ...call, params: fieldsOf(call) }, caipNetworkId)
      if (call.method !== 'solana_signTransaction') return answer
      const { transaction } = answer as { transaction: string }
      const { signatures, signers } = readTransaction(base64.decode(transaction))
      const own = signatures[signers.indexOf(String(fieldsOf(call).pubkey))] ?? new Uint8Array()
      return { signature: base58.encode(own), transaction }
    },
    signersOf: (call) => (/^solana_sign/.test(call.method) ? [fieldsOf(call).pubkey] : []),
  }
}
