import { domainType } from '../../core/chain/eip712.ts'
import { jsonOf, objectAt, refused } from './refused.ts'
import { checkTypes, covered, type Types } from './typed-coverage.ts'

/** EIP-712 typed data. */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Types
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

export interface DecodedTypedData extends TypedData {
  /** The paths of members that no type covers. They aren't signed. */
  readonly notSigned: readonly string[]
}

/**
 * Decodes EIP-712 typed data from JSON text. Returns only what the types cover, because only this is signed. Adds the domain's
 * type if the page omitted it.
 * @throws `validation/invalid-input` if the text isn't typed data, or has a number that JSON may have rounded. Names the member.
 */
export function decodeTypedData(text: string, field = 'typed-data'): DecodedTypedData {
  const data = jsonOf(text, field, refuseRounded(field)) as Readonly<Record<string, unknown>> | null
  for (const key of ['types', 'domain', 'message'] as const) objectAt(data?.[key], `${field}.${key}`)
  const { primaryType, types: given, domain, message, ...more } = data as unknown as TypedData
  if (typeof primaryType !== 'string' || !Object.hasOwn(given, primaryType))
    throw refused(`${field}.primaryType`, 'must name one of the types')
  for (const [name, members] of Object.entries(given)) {
    const good =
      Array.isArray(members) &&
      members.every((one) => typeof one?.name === 'string' && typeof one.type === 'string')
    if (!good) throw refused(`${field}.types.${name}`, 'must be an array of { name, type }')
  }
  const types: Types = Object.hasOwn(given, 'EIP712Domain')
    ? given
    : { EIP712Domain: domainType(domain), ...given }
  checkTypes(types, `${field}.types`)
  const notSigned: string[] = Object.keys(more)
  const signedDomain = covered(types, 'EIP712Domain', domain, 'domain', notSigned)
  // If the primary type is the domain, the hash covers no message.
  const domainOnly = primaryType === 'EIP712Domain'
  if (domainOnly) notSigned.push(...Object.keys(message).map((name) => `message.${name}`))
  const signedMessage = domainOnly ? {} : covered(types, primaryType, message, 'message', notSigned)
  return {
    domain: signedDomain as TypedData['domain'],
    types,
    primaryType,
    message: signedMessage as TypedData['message'],
    notSigned,
  }
}

/**
 * Returns a JSON reviver that refuses large numbers. `JSON.parse` rounds numbers above 2⁵³, so the wallet would sign a different
 * number than the text contains.
 */
function refuseRounded(field: string) {
  return (key: string, value: unknown) => {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw refused(field, `the number at "${key}" is too large for JSON: write it as a string`)
    return value
  }
}
