import { isLatchkeyError } from 'latchkey'

const futile: readonly string[] = ['adapter/unsupported', 'wallet/method-unsupported']

/** Whether the wallet can't do what it was asked, so that trying again fails again. */
export function isFutile(error: unknown): boolean {
  return isLatchkeyError(error) && futile.includes(error.code)
}
