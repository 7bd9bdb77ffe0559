import { parseCaipAssetId } from '../../core/chain/caip-19.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { SendParams } from '../../core/wallet/transaction.ts'
import { checkAmount } from '../shared/check-amount.ts'
import { recipientAddress } from './address.ts'
import { maxSats } from './units.ts'

type Network = ChainNetwork<'bip122'>

/**
 * The highest fee rate, in sats per virtual byte: 0.1 BTC per 1000 virtual bytes. bitcoind refuses higher rates, because they are
 * probably a mistake.
 */
export const highestRate = 10_000

/**
 * Checks a send and normalizes its recipient.
 * @throws `validation/invalid-amount`, `validation/invalid-address`, `validation/invalid-input`,
 * `caip/invalid-asset-id`
 */
export function checkedSend(
  params: SendParams<'bip122'>,
  network: Network,
  account?: AccountRecord<'bip122'>,
): SendParams<'bip122'> {
  if (account) checkPayment(account)
  checkAmount(params.amount, maxSats, '21 million bitcoin')
  checkAsset(network, params.asset)
  checkRate(params.options?.satPerVbyte)
  return { ...params, to: recipientAddress(params.to, network).address }
}

/** @throws `validation/invalid-input` */
export function checkRate(rate: unknown): void {
  if (rate !== undefined && !(typeof rate === 'number' && rate > 0 && rate <= highestRate))
    throw invalid('satPerVbyte', `expected more than 0 and at most ${highestRate}`)
}

/** Refuses assets other than the native coin. @throws `caip/invalid-asset-id`, `validation/invalid-input` */
export function checkAsset(network: Network, asset: unknown): void {
  if (asset === undefined) return
  const { networkId, assetNamespace } = parseCaipAssetId(String(asset))
  if (networkId !== network.caipNetworkId) throw invalid('asset', `${asset} is not on ${network.name}`)
  if (assetNamespace !== 'slip44') throw invalid('asset', `${asset} isn't a supported asset`)
}

/**
 * Refuses to send from an account that isn't a payment account. In an ordinals account, an inscription may be worth more than its
 * coin.
 * @throws `validation/invalid-input`
 */
export function checkPayment({ address, type }: AccountRecord<'bip122'>): void {
  if (type !== 'payment')
    throw invalid('from', `${address} is an ${type} account. Only payment accounts can send.`)
}

export function invalid(field: string, reason: string) {
  return latchkeyError('validation/invalid-input', { values: { field, reason } })
}
