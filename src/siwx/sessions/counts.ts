import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { SignInFields } from '../../core/sign-in-fields.ts'
import { signInBounds } from '../bounds.ts'

/** Whether a session is this account's, on this chain and no other. */
export function isOf(
  { chainId, accountAddress }: Pick<SignInFields, 'chainId' | 'accountAddress'>,
  chain: CaipNetworkId,
  address: string,
): boolean {
  // Of all families, eip155 alone writes one address with different letters.
  const same = (text: string) => (chain.startsWith('eip155:') ? text.toLowerCase() : text)
  return chainId === chain && same(accountAddress) === same(address)
}

/** Whether a session counts at a time, in ms. A clock that is set back by a moment ends none. */
export function countsAt(
  { issuedAt, notBefore, expirationTime }: Pick<SignInFields, 'issuedAt' | 'notBefore' | 'expirationTime'>,
  now: number,
): boolean {
  const at = (text: string | undefined, absent: number) => (text === undefined ? absent : Date.parse(text))
  return (
    at(issuedAt, now) <= now + signInBounds.clockTolerance &&
    at(notBefore, now) <= now + signInBounds.clockTolerance &&
    at(expirationTime, Number.POSITIVE_INFINITY) > now
  )
}
