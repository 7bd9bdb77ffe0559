import type { CaipNetworkId } from '../core/chain/caip.ts'
import { networkParts } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { isSameAccount } from './account.ts'
import { signInBounds } from './bounds.ts'
import { invalidMessage, type SignInParts } from './check-fields.ts'
import { instantOf } from './rfc3339.ts'
import { pageAuthority } from './rfc3986.ts'

/** What a sign-in has to say. */
export interface ExpectedSignIn {
  /** The host that the visitor signs in to, with its port where that is not the usual one; several are as good as one. */
  readonly domain: string | readonly string[]
  /** The one that was given out for this sign-in. Accept it once: whoever calls forgets it before or after. */
  readonly nonce: string
  /** The page, to the letter, or a test of it. Default: any page of an expected domain, by http or https. */
  readonly uri?: string | ((uri: string) => boolean) | undefined
  /** Default: any chain. */
  readonly chainId?: CaipNetworkId | readonly CaipNetworkId[] | undefined
  /** Default: any account. */
  readonly address?: string | undefined
  /** Default: now. */
  readonly now?: Date | undefined
  /** How long ago the message may have been issued, in ms; then it has to say when. Default: any time. */
  readonly maxAge?: number | undefined
  /** How far the clock that wrote the message may be ahead of ours, in ms. Default: 30 s. */
  readonly clockTolerance?: number | undefined
}

/**
 * Compares what a message says with what is expected of it.
 * @throws one code for each field: `siwx/wrong-domain`, `siwx/wrong-uri`, `siwx/wrong-chain`, `siwx/wrong-address`,
 * `siwx/wrong-nonce`, `siwx/issued-in-future`, `siwx/too-old`, `siwx/not-yet-valid`, `siwx/expired`; and
 * `config/invalid-options` when the domain or the nonce is not told, or a number or a date is none.
 */
export function checkExpected(message: SignInParts, expected: ExpectedSignIn): void {
  const { domain, accountAddress, chainId, uri } = message
  const domains = listOf(expected?.domain)
  need('domain', domains.length > 0 && domains.every(isText), 'must be a host, or some of them')
  need('nonce', isText(expected.nonce), 'must be the nonce that was given out')
  if (!domains.includes(domain)) throw latchkeyError('siwx/wrong-domain', instead(domain, domains))
  checkUri(uri, expected.uri, domains)
  const chains = listOf(expected.chainId)
  if (expected.chainId !== undefined && !chains.includes(chainId))
    throw latchkeyError('siwx/wrong-chain', instead(chainId, chains))
  const { namespace } = networkParts(chainId) ?? {}
  const { address } = expected
  need('address', address === undefined || typeof address === 'string', 'must be an address')
  if (address !== undefined && !(namespace && isSameAccount(namespace, [accountAddress, address], chainId)))
    throw latchkeyError('siwx/wrong-address', instead(accountAddress, [address]))
  if (!isSame(message.nonce, expected.nonce)) throw latchkeyError('siwx/wrong-nonce')
  checkTimes(message, expected)
}

function checkUri(uri: string, expected: ExpectedSignIn['uri'], domains: readonly string[]): void {
  if (expected === undefined) {
    if (!domains.includes(pageAuthority(uri) ?? ''))
      throw latchkeyError('siwx/wrong-uri', instead(uri, domains))
  } else if (typeof expected === 'function' ? expected(uri) !== true : expected !== uri)
    throw latchkeyError(
      'siwx/wrong-uri',
      instead(uri, [typeof expected === 'string' ? expected : 'what the host accepts']),
    )
}

function checkTimes({ issuedAt, notBefore, expirationTime }: SignInParts, expected: ExpectedSignIn): void {
  const { maxAge, clockTolerance = signInBounds.clockTolerance } = expected
  const { now: date = new Date() } = expected
  const now = date instanceof Date ? date.getTime() : Number.NaN
  need('now', !Number.isNaN(now), 'must be a date')
  need('clockTolerance', isDuration(clockTolerance), 'must be milliseconds')
  need('maxAge', maxAge === undefined || isDuration(maxAge), 'must be milliseconds')
  if (maxAge !== undefined && issuedAt === undefined) throw invalidMessage('issuedAt is missing')
  // Who wrote the message may be ahead of us, but nobody's clock makes it last longer.
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

/** Looks at every character, wherever the first difference is. */
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

function need(field: string, isRight: boolean, reason: string): void {
  if (!isRight) throw latchkeyError('config/invalid-options', { values: { field, reason } })
}

function instead(value: string, expected: readonly string[]) {
  return { values: { value, expected: expected.join(', ') } }
}
