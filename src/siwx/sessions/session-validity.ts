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

type Times = Pick<SignInFields, 'issuedAt' | 'notBefore' | 'expirationTime'>

/** Returns whether a session is valid at a time (in ms). A session stays valid if the clock was set back slightly. */
export function isValidAt(times: Times, now: number): boolean {
  return wrongTime(times, now) === undefined
}

/** Returns why a session isn't valid at a time (in ms): the error's code, and the time that the error names. */
export function wrongTime({ issuedAt, notBefore, expirationTime }: Times, now: number) {
  const hasCome = (text: string | undefined) =>
    text === undefined || Date.parse(text) <= now + signInBounds.clockTolerance
  if (!hasCome(issuedAt)) return { code: 'siwx/issued-in-future', value: issuedAt } as const
  if (!hasCome(notBefore)) return { code: 'siwx/not-yet-valid', value: notBefore } as const
  const isOver = expirationTime !== undefined && !(Date.parse(expirationTime) > now)
  return isOver ? ({ code: 'siwx/expired', value: expirationTime } as const) : undefined
}
