import type { Hex } from '../../core/chain/caip.ts'
import { bytesPattern, quantity } from '../../core/chain/eip155.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type { SendParams } from '../../core/wallet/transaction.ts'
import { checkAmount } from '../shared/check-amount.ts'
import { recipientAddress } from './address.ts'

type Call = Transaction<'eip155'>

/** The price of a call in wei per unit of gas: the EIP-1559 fields, or the legacy price. */
export type CallPrice =
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly gasPrice: bigint }

const maxUint256 = 2n ** 256n - 1n

/** @throws `validation/invalid-amount`, `validation/invalid-address` */
export function checkedSend(
  params: SendParams<'eip155'>,
  network?: Pick<ChainNetwork, 'id'>,
): SendParams<'eip155'> & { readonly to: Hex } {
  checkAmount(params.amount, maxUint256, '2^256 - 1')
  return { ...params, to: recipientAddress(params.to, network) }
}

/**
 * Checks a raw call of the host and normalizes its recipient.
 * @throws `validation/invalid-input` with the field's name, `validation/invalid-address`
 */
export function checkedCall({ to, data, value, gas }: Call, network?: Pick<ChainNetwork, 'id'>): Call {
  if (data !== undefined && (typeof data !== 'string' || !bytesPattern.test(data)))
    throw invalid('data', 'expected whole bytes in hex')
  if (to === undefined && (!data || data === '0x'))
    throw invalid('to', 'expected a recipient or the code of a contract')
  for (const [field, amount] of Object.entries({ value, gas }))
    if (amount !== undefined && (typeof amount !== 'bigint' || amount < 0n || amount > maxUint256))
      throw invalid(field, 'expected a whole number from 0 to 2^256 - 1')
  return {
    ...defined({ to: to === undefined ? undefined : recipientAddress(to, network), data, value, gas }),
  }
}

/** Returns a call in JSON-RPC form, with its price if there is one. */
export function wireCall({ to, data, value = 0n, gas }: Call, price?: CallPrice) {
  const prices = Object.entries(price ?? {}).map(([name, wei]) => [name, quantity(wei)])
  const limit = gas === undefined ? undefined : quantity(gas)
  return { ...defined({ to, data, value: quantity(value), gas: limit }), ...Object.fromEntries(prices) }
}

export function invalid(field: string, reason: string) {
  return latchkeyError('validation/invalid-input', { values: { field, reason } })
}

/** Removes undefined fields, because wallets disagree about them. */
function defined<T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
