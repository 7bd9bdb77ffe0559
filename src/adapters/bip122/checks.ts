import { parseCaipAssetId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { adapterError } from '../../core/errors/adapter-error.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { SendParams } from '../../core/wallet/transaction.ts'
import { checkAmount } from '../shared/check-amount.ts'
import { parseAddress, receiverAddress } from './address.ts'
import { maxSats } from './units.ts'

type Network = ChainNetwork<'bip122'>

/** What bitcoind itself takes for a mistake: 0.1 BTC for a thousand virtual bytes. */
const mostPerVbyte = 10_000

/**
 * The parameters of a send, the receiver in its canonical spelling.
 * @throws `validation/invalid-amount`, `validation/invalid-address`, `validation/invalid-input`
 */
export function checkedSend(params: SendParams<'bip122'>, network: Network): SendParams<'bip122'> {
  checkAmount(params.amount, maxSats, '21 million bitcoin')
  checkAsset(network, params.asset)
  const rate = params.options?.satPerVbyte
  if (rate !== undefined && !(typeof rate === 'number' && rate > 0 && rate <= mostPerVbyte))
    throw invalid('satPerVbyte', `expected more than 0 and at most ${mostPerVbyte}`)
  return { ...params, to: receiverAddress(params.to, network).address }
}

/** There is one asset: the coin. @throws `caip/invalid-asset-id`, `validation/invalid-input` */
export function checkAsset(network: Network, asset: unknown): void {
  if (asset === undefined) return
  const { networkId, assetNamespace } = parseCaipAssetId(String(asset))
  if (networkId !== network.caipNetworkId) throw invalid('asset', `${asset} is not on ${network.name}`)
  if (assetNamespace !== 'slip44')
    throw invalid('asset', `${asset} is no asset that can be read or sent here`)
}

/**
 * Coins of an ordinals account may each carry something that is worth more than its sats: nothing is ever sent from one.
 * @throws `validation/invalid-input`
 */
export function checkPayment({ address, type }: AccountRecord<'bip122'>): void {
  if (type !== 'payment')
    throw invalid('from', `${address} is an ${type} account: coins are sent from payment accounts only`)
}

/**
 * Which inputs of a host's PSBT the wallet is asked to sign: some of them, each once, none of an ordinals account.
 * @param scripts What each input of the PSBT spends, where the PSBT says so.
 * @throws `validation/invalid-input`
 */
export function checkInputs(
  inputsToSign: readonly number[],
  scripts: readonly (Uint8Array | undefined)[],
  accounts: readonly AccountRecord[],
): void {
  const count = scripts.length
  const known = inputsToSign.every((index) => Number.isInteger(index) && index >= 0 && index < count)
  if (!known || inputsToSign.length === 0 || new Set(inputsToSign).size !== inputsToSign.length)
    throw invalid('inputsToSign', `expected some of the inputs 0 to ${count - 1}, each once`)
  for (const { address, type } of accounts) {
    const own = type === 'ordinal' ? parseAddress(address)?.script.join() : undefined
    const spent = inputsToSign.find((index) => own !== undefined && scripts[index]?.join() === own)
    if (spent !== undefined)
      throw invalid('inputsToSign', `input ${spent} spends a coin of ${address}, which is an ordinal account`)
  }
}

export function invalid(field: string, reason: string) {
  return adapterError('validation/invalid-input', { values: { field, reason } })
}
