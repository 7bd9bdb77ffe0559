import type { CaipNetworkId } from '../core/chain/caip.ts'
import { networkParts } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { isSameAccount } from './account.ts'
import { signInBounds } from './bounds.ts'
import { invalidMessage, type SignInParts } from './check-fields.ts'
import { instantOf } from './rfc3339.ts'
import { pageAuthority } from './rfc3986.ts'

/** The values that a sign-in must have. */
export interface ExpectedSignIn {
  /** The host that the visitor signs in to, or a list of allowed hosts. Include a port that isn't the default port. */
  readonly domain: string | readonly string[]
  /** The nonce that was issued for this sign-in. Accept each nonce only once: invalidate it before or after the call. */
  readonly nonce: string
  /** The exact URI, or a function that checks the URI. Default: accepts any http or https page of an expected domain. */
  readonly uri?: string | ((uri: string) => boolean) | undefined
  /** The allowed networks, as CAIP-2 ids. Default: all networks. */
  readonly chainId?: CaipNetworkId | readonly CaipNetworkId[] | undefined
  /** The address of the expected account. Default: any account. */
  readonly address?: string | undefined
  /** The time to check against. Default: the current time. */
  readonly now?: Date | undefined
  /** The maximum age of the message, in ms. With this option, the message must have `issuedAt`. Default: unlimited. */
  readonly maxAge?: number | undefined
  /** How far the signer's clock may be ahead, in ms. Default: 30 s. */
  readonly clockTolerance?: number | undefined
}

/**
 * Checks a message against the expected values.
 * @throws `siwx/wrong-domain`, `siwx/wrong-uri`, `siwx/wrong-chain`, `siwx/wrong-address`, `siwx/wrong-nonce`,
 * `siwx/issued-in-future`, `siwx/too-old`, `siwx/not-yet-valid` or `siwx/expired`, depending on the wrong value;
 * `siwx/invalid-message` if `maxAge` is set and the message has no `issuedAt`; `config/invalid-options` if `domain` or `nonce` is
 * missing, or another expected value is invalid.
 */
export function checkExpected(message: SignInParts, expected: ExpectedSignIn): void {
  const { domain, accountAddress, chainId, uri } = message
  const domains = listOf(expected?.domain)
  assertOption('domain', domains.length > 0 && domains.every(isText), 'must be a host or a list of hosts')
  assertOption('nonce', isText(expected.nonce), 'must be the issued nonce')
  if (!domains.includes(domain)) throw latchkeyError('siwx/wrong-domain', mismatch(domain, domains))
  checkUri(uri, expected.uri, domains)
  const chains = listOf(expected.chainId)
  if (expected.chainId !== undefined && !chains.includes(chainId))
    throw latchkeyError('siwx/wrong-chain', mismatch(chainId, chains))
  const { namespace } = networkParts(chainId) ?? {}
  const { address } = expected
  assertOption('address', address === undefined || typeof address === 'string', 'must be an address')
  if (address !== undefined && !(namespace && isSameAccount(namespace, [accountAddress, address], chainId)))
    throw latchkeyError('siwx/wrong-address', mismatch(accountAddress, [address]))
  if (!isSame(message.nonce, expected.nonce)) throw latchkeyError('siwx/wrong-nonce')
  checkTimes(message, expected)
}

function checkUri(uri: string, expected: ExpectedSignIn['uri'], domains: readonly string[]): void {
  if (expected === undefined) {
    if (!domains.includes(pageAuthority(uri) ?? ''))
      throw latchkeyError('siwx/wrong-uri', mismatch(uri, domains))
  } else if (typeof expected === 'function' ? expected(uri) !== true : expected !== uri)
    throw latchkeyError(
      'siwx/wrong-uri',
      mismatch(uri, [typeof expected === 'string' ? expected : 'what the host accepts']),
    )
}

function checkTimes({ issuedAt, notBefore, expirationTime }: SignInParts, expected: ExpectedSignIn): void {
  const { maxAge, clockTolerance = signInBounds.clockTolerance } = expected
  const { now: date = new Date() } = expected
  const now = date instanceof Date ? date.getTime() : Number.NaN
  assertOption('now', !Number.isNaN(now), 'must be a date')
  assertOption('clockTolerance', isDuration(clockTolerance), 'must be milliseconds')
  assertOption('maxAge', maxAge === undefined || isDuration(maxAge), 'must be milliseconds')
  if (maxAge !== undefined && issuedAt === undefined) throw invalidMessage('issuedAt is missing')
  // The tolerance applies only to a signer's clock that is ahead. It doesn't extend the expiration.
  const isAhead = (time: string) => instant(time) > now + clockTolerance
  if (issuedAt !== undefined && isAhead(issuedAt))
    throw latchkeyError('siwx/issued-in-future', { values: { value: issuedAt } })
  if (issuedAt !== undefined && maxAge !== undefined && instant(issuedAt) < now - maxAge)
    throw latchkeyError('siwx/too-old', { values: { value: issuedAt } })
  if (notBefore !== undefined && isAhead(notBefore))
    throw latchkeyError('siwx/not-yet-valid', { values: { value: notBefore } })
  if (expirationTime !== undefined && instant(expirationTime) <= now)
    throw latchkeyError('siwx/expired', { values: { value: expirationTime } })
}

/** Compares two texts in constant time: always compares every character. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

function instant(time: string): number {
  return instantOf(time) ?? Number.NaN
}

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && value >= 0
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value as T]
}

function assertOption(field: string, isRight: boolean, reason: string): void {
  if (!isRight) throw latchkeyError('config/invalid-options', { values: { field, reason } })
}

function mismatch(value: string, expected: readonly string[]) {
  return { values: { value, expected: expected.join(', ') } }
}
