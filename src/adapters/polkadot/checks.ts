import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { SendParams } from '../../core/wallet/transaction.ts'
import { checkAmount } from '../shared/check-amount.ts'
import { recipientAddress } from './address.ts'

/** The largest balance of the family (u128). */
const maxUint128 = 2n ** 128n - 1n

/** @throws `validation/invalid-amount`, `validation/invalid-address`, `validation/invalid-input` */
export function checkedSend(
  params: SendParams<'polkadot'>,
  network: ChainNetwork<'polkadot'>,
): SendParams<'polkadot'> {
  checkAmount(params.amount, maxUint128, '2^128 - 1')
  checkTip(params.options?.tip)
  return { ...params, to: recipientAddress(params.to, network) }
}

export function invalid(field: string, reason: string) {
  return latchkeyError('validation/invalid-input', { values: { field, reason } })
}

/** @throws `validation/invalid-input` */
export function checkTip(tip: bigint | undefined): void {
  if (tip !== undefined && (typeof tip !== 'bigint' || tip < 0n || tip > maxUint128))
    throw invalid('tip', 'expected a whole number from 0 to 2^128 - 1')
}
