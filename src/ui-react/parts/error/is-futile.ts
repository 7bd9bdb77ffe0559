import { isLatchkeyError } from 'latchkey'

const futile: readonly string[] = ['adapter/unsupported', 'wallet/method-unsupported']

/** Returns whether another attempt would fail too, because the wallet doesn't support the request. */
export function isFutile(error: unknown): boolean {
  return isLatchkeyError(error) && futile.includes(error.code)
}
