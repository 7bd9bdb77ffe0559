import type { ChainNetwork } from '../../core/chain/network.ts'
import { ProviderError } from '../provider-error.ts'
import { type FamilyOptions, type FamilyWallet, fieldsOf } from '../walletconnect/family-wallet.ts'
import { bip122Payments } from './payments.ts'
import { bip122Wallet } from './wallet.ts'

/** Creates a wallet with WalletConnect's bip122 methods: https://docs.walletconnect.network/wallet-sdk/chain-support/bitcoin */
export function bip122OverRelay({
  secrets,
  networks,
  fetch,
  clock,
  health,
  log,
  allowSighash,
}: FamilyOptions): FamilyWallet {
  const [secret = ''] = secrets
  const wallets = new Map(
    networks.map(({ caipNetworkId }) => [
      caipNetworkId,
      bip122Wallet({
        secret,
        networks: [caipNetworkId as `bip122:${string}`],
        authorized: true,
        allowSighash,
      }),
    ]),
  )
  const { transfer, broadcast, fee } = bip122Payments({ networks, fetch, log, clock, health })
  const walletOn = ({ caipNetworkId }: ChainNetwork) => {
    const found = wallets.get(caipNetworkId)
    if (!found) throw new ProviderError(4901, `The wallet does not know ${caipNetworkId}.`)
    return found
  }
  return {
    methods: ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'],
    // WalletConnect names an account by its first address. `getAccountAddresses` also returns the others.
    addresses: async (network) => (await walletOn(network).addresses()).slice(0, 1),
    async complete(call, network) {
      if (call.method !== 'sendTransfer') return undefined
      const [from = ''] = await walletOn(network).addresses()
      return { ...call, fee: await fee({ network, from, params: fieldsOf(call) }) }
    },
    async request(call, network) {
      const wallet = walletOn(network)
      const params = fieldsOf(call)
      const sign = (input: object) =>
        wallet.request({ method: 'signPsbt', params: input }, network.caipNetworkId)
      if (call.method === 'getAccountAddresses') {
        const publicKey = String(await wallet.unisat.getPublicKey())
        const { intentions } = params
        return (await wallet.addresses())
          .map((address, at) =>
            at === 0
              ? { address, publicKey, intention: 'payment' }
              : { address, publicKey: publicKey.slice(2), intention: 'ordinal' },
          )
          .filter(({ intention }) => !Array.isArray(intentions) || intentions.includes(intention))
      }
      if (call.method === 'sendTransfer') {
        const [from = ''] = await wallet.addresses()
        const publicKey = String(await wallet.unisat.getPublicKey())
        return { txid: await transfer({ network, from, publicKey, params, sign, maxFee: call.fee }) }
      }
      if (call.method !== 'signPsbt' || params.broadcast !== true)
        return wallet.request({ method: call.method, params }, network.caipNetworkId)
      const { psbt } = (await sign(params)) as { psbt: string }
      return { psbt, txid: await broadcast({ network, asked: String(params.psbt), signed: psbt }) }
    },
    signersOf(call) {
      if (call.method === 'getAccountAddresses') return []
      const { account, address, signInputs } = fieldsOf(call)
      const named = [account, address].filter((one) => one !== undefined)
      const inputs = Array.isArray(signInputs) ? signInputs.map((input) => input?.address) : []
      return named.length === 0 ? [undefined, ...inputs] : [...named, ...inputs]
    },
  }
}
