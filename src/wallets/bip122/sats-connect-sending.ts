import { bitcoinNetwork } from '../../core/chain/bip122.ts'
import { findNetwork } from '../../core/chain/network.ts'
import { systemFetch } from '../../platform/system-fetch.ts'
import { ProviderError } from '../provider-error.ts'
import { type Bip122Base, type Bip122WalletOptions, requirePermission } from './base.ts'
import { type Handlers, paramsOf } from './handlers.ts'
import { bip122Payments } from './payments.ts'

type Inputs = Parameters<Bip122Base['signPsbt']>[2]

/** Creates the sats-connect methods that reach the network through the wallet's endpoints. Also creates `signPsbt`. */
export function sendingMethods(
  base: Bip122Base,
  { endpoints = [], fetch = systemFetch }: Bip122WalletOptions,
): Handlers {
  const payments = bip122Payments({ networks: endpoints, fetch, log: { debug() {}, warn() {}, error() {} } })
  const present = () => {
    const id = bitcoinNetwork(base.chain)
    const found = findNetwork(endpoints, id)
    if (!found) throw new ProviderError(4901, `The wallet has no endpoint for ${id}.`)
    return found
  }
  /** Returns the address that pays. It isn't the taproot address, which may hold ordinals. */
  const payer = async () => {
    requirePermission(base)
    const found = (await base.visible()).find(({ kind }) => kind !== 'p2tr')
    if (!found) throw new ProviderError(4200, 'This wallet has no address for payments.')
    return found.address
  }

  return {
    async getBalance() {
      const { confirmed, pending } = await payments.balance(present(), await payer())
      return {
        confirmed: String(confirmed),
        unconfirmed: String(pending),
        total: String(confirmed + pending),
      }
    },
    async sendTransfer(request) {
      const { recipients } = paramsOf(request)
      const [receiver, ...others] = Array.isArray(recipients) ? recipients : []
      if (!receiver || others.length > 0)
        throw new ProviderError(-32602, 'This wallet pays one receiver at a time.')
      const { publicKey } = await base.keys()
      const txid = await payments.transfer({
        network: present(),
        from: await payer(),
        publicKey,
        params: { recipientAddress: receiver.address, amount: receiver.amount },
        async sign(input) {
          const { psbt, signInputs } = input as { readonly psbt: string; readonly signInputs: Inputs }
          return { psbt: await base.signPsbt(request, psbt, signInputs) }
        },
      })
      return { txid }
    },
    async signPsbt(request) {
      const { psbt, signInputs, broadcast } = paramsOf(request)
      const network = broadcast === true ? present() : undefined
      const listed = signInputs as Record<string, readonly number[]> | undefined
      const wanted =
        listed &&
        Object.entries(listed).flatMap(([address, indexes]) => indexes.map((index) => ({ index, address })))
      const signed = await base.signPsbt(request, String(psbt), wanted)
      if (!network) return { psbt: signed }
      return { psbt: signed, txid: await payments.broadcast({ network, asked: String(psbt), signed }) }
    },
  }
}
