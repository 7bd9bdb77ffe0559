import { comparableAddress } from '../../core/chain/address.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { SignInFields } from '../../core/sign-in/sign-in-fields.ts'
import { signInBounds } from '../bounds.ts'

/** Returns whether a session belongs to this account on exactly this network. */
export function isOf(
  { chainId, accountAddress }: Pick<SignInFields, 'chainId' | 'accountAddress'>,
  chain: CaipNetworkId,
  address: string,
): boolean {
  const namespace = chain.slice(0, chain.indexOf(':')) as ChainNamespace
  const same = (text: string) => comparableAddress(namespace, text)
  return chainId === chain && same(accountAddress) === same(address)
}

/** Returns whether a session is valid at a time (in ms). A session stays valid if the clock was set back slightly. */
export function isValidAt(
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
