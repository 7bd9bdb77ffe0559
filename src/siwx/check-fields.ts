import { networkParts } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { SignInFields } from '../core/sign-in/sign-in-fields.ts'
import { type Profile, profiles } from '../core/sign-in/sign-in-profiles.ts'
import { isAccount } from './account.ts'
import { instantOf } from './rfc3339.ts'
import { isHosted, isSegment, isUri } from './rfc3986.ts'

/** The fields of a message, and the optional scheme before the domain (EIP-4361). */
export interface SignInParts extends SignInFields {
  /** The scheme, such as `https`. */
  readonly scheme?: string | undefined
}

/** Matches the characters that EIP-4361 allows in a statement: `reserved`, `unreserved` and spaces. */
const statement = /^[\w.~:/?#[\]@!$&'()*+,;= -]+$/
const scheme = /^[A-Za-z][A-Za-z\d+.-]*$/

type Field = keyof SignInParts
/** The check and the error of each text field, except `chainId` and `accountAddress`, which `checkFields` checks first. */
const faults: Readonly<
  Record<
    Exclude<Field, 'chainId' | 'resources' | 'accountAddress'>,
    readonly [(text: string) => boolean, string]
  >
> = {
  scheme: [(text) => scheme.test(text), 'must be a scheme of RFC 3986, without "://"'],
  domain: [isHosted, 'must be an authority of RFC 3986, such as example.org:8080, without a scheme'],
  statement: [(text) => statement.test(text), 'must be one line of characters that EIP-4361 allows'],
  uri: [isUri, 'must be a URI of RFC 3986'],
  version: [(text) => text === '1', 'must be 1'],
  nonce: [(text) => /^[A-Za-z\d]{8,}$/.test(text), 'must be at least 8 letters and digits'],
  issuedAt: [isTime, 'must be a valid RFC 3339 time'],
  expirationTime: [isTime, 'must be a valid RFC 3339 time'],
  notBefore: [isTime, 'must be a valid RFC 3339 time'],
  requestId: [isSegment, 'must be characters that RFC 3986 allows in a path'],
}
const needed: readonly Field[] = ['domain', 'accountAddress', 'uri', 'version', 'nonce']

/**
 * Checks the fields of a message and returns the profile of its family, which has the wording of the message.
 * @throws `siwx/invalid-message` with the first field that is missing or invalid. A field is also invalid if parsing the text of
 * the message returns another value for the field.
 */
export function checkFields(fields: SignInParts): Profile {
  const { chainId, accountAddress, resources } = fields
  const parts = typeof chainId === 'string' ? networkParts(chainId) : undefined
  // CAIP-2 allows other references too. But the chain id of an eip155 network is a decimal number without leading zeros.
  if (!parts || (parts.namespace === 'eip155' && !/^[1-9]\d*$/.test(parts.reference)))
    throw invalidMessage('chainId must be a CAIP-2 id of one of the five families')
  const { namespace } = parts
  for (const name of needed) if (fields[name] === undefined) throw invalidMessage(`${name} is missing`)
  if (namespace === 'eip155' && fields.issuedAt === undefined) throw invalidMessage('issuedAt is missing')
  if (namespace !== 'eip155' && fields.scheme !== undefined)
    throw invalidMessage("scheme isn't allowed in this chain family")
  if (typeof accountAddress !== 'string' || !isAccount(namespace, accountAddress, chainId))
    throw invalidMessage(`accountAddress must be an account of ${chainId}, spelled with its checksum`)
  for (const [name, [isRight, reason]] of Object.entries(faults)) {
    const value: unknown = fields[name as Field]
    if (value !== undefined && !(typeof value === 'string' && isRight(value)))
      throw invalidMessage(`${name} ${reason}`)
  }
  const areUris = (list: unknown) =>
    Array.isArray(list) && list.every((one) => typeof one === 'string' && isUri(one))
  if (resources !== undefined && !areUris(resources))
    throw invalidMessage('resources must be URIs of RFC 3986')
  return profiles[namespace]
}

export function invalidMessage(reason: string) {
  return latchkeyError('siwx/invalid-message', { values: { reason } })
}

function isTime(text: string): boolean {
  return instantOf(text) !== undefined
}
