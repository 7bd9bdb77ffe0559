import type { ErrorCodeOf } from '../../../core/errors/catalogue.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import type { SwapCall } from '../../../core/wallet/payments/swap-provider.ts'

export function callOf({ to, data, value }: SwapCall): Transaction<'eip155'> {
  return { to: to as `0x${string}`, data, value }
}

/** Wraps an error in an error with the given code. Returns a swap error or an abort unchanged. */
export async function wrapErrors<T>(code: ErrorCodeOf<'swap'>, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (isLatchkeyError(cause) && /^(swap|flow)\//.test(cause.code)) throw cause
    throw latchkeyError(code, { cause })
  }
}
