import { jsonOf, objectAt, refused } from './refused.ts'

/** EIP-712. */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/**
 * EIP-712 typed data from its JSON text.
 * @throws `validation/invalid-input` naming the member that is not as the standard has it.
 */
export function decodeTypedData(text: string, field = 'typed-data'): TypedData {
  const data = jsonOf(text, field, refuseRounded(field)) as Partial<TypedData> | null
  for (const key of ['types', 'domain', 'message'] as const) objectAt(data?.[key], `${field}.${key}`)
  const { primaryType, types } = data as TypedData
  if (typeof primaryType !== 'string' || !Array.isArray(types[primaryType]))
    throw refused(`${field}.primaryType`, 'must name one of the types')
  for (const [name, members] of Object.entries(types)) {
    const good =
      Array.isArray(members) &&
      members.every((one) => typeof one?.name === 'string' && typeof one.type === 'string')
    if (!good) throw refused(`${field}.types.${name}`, 'must be a list of { name, type }')
  }
  return data as TypedData
}

/** The parser rounds JSON numbers above 2⁵³, so that another value than the written one would be signed. */
function refuseRounded(field: string) {
  return (key: string, value: unknown) => {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw refused(field, `the number at "${key}" is too large for JSON: write it as text`)
    return value
  }
}
