import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { SendParams } from '../../core/wallet/transaction.ts'
import { checkAmount } from '../shared/check-amount.ts'
import { recipientAddress } from './address.ts'
import { denomOf } from './asset.ts'

/** The maximum length of a memo, in bytes: the SDK's default for `max_memo_characters`. */
const longestMemo = 256
const maxAmount = 2n ** 256n - 1n

/** @throws `validation/invalid-address`, `validation/invalid-amount`, `validation/invalid-input`, `caip/invalid-asset-id` */
export function checkedSend(
  params: SendParams<'cosmos'>,
  network: ChainNetwork<'cosmos'>,
): SendParams<'cosmos'> {
  checkAmount(params.amount, maxAmount, '2^256 - 1')
  denomOf(network, params.asset)
  checkMemo(params.options?.memo)
  return { ...params, to: recipientAddress(params.to, network) }
}

/** @throws `validation/invalid-input` */
export function checkMemo(memo: unknown): void {
  if (memo === undefined) return
  if (typeof memo !== 'string') throw invalid('memo', 'expected a string')
  if (new TextEncoder().encode(memo).length > longestMemo)
    throw invalid('memo', `expected at most ${longestMemo} bytes`)
  // Wallets trim the memo, so they would sign a different memo.
  if (memo.trim() !== memo) throw invalid('memo', 'expected no leading or trailing white space')
}

export function invalid(field: string, reason: string) {
  return latchkeyError('validation/invalid-input', { values: { field, reason } })
}
