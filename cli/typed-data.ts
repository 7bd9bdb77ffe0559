import { invalid } from './cli-error.ts'
import type { TypedData } from './verifiers/eip155.ts'

/** EIP-712 typed data from its JSON text. @throws a usage error that names the member. */
export function parseTypedData(text: string, field = 'typed-data'): TypedData {
  let parsed: unknown
  try {
    parsed = JSON.parse(text, refuseRounded(field))
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(field, `is not JSON: ${error.message}`)
    throw error
  }
  const data = parsed as Partial<TypedData> | null
  for (const key of ['types', 'domain', 'message'] as const) {
    if (!isObject(data?.[key])) throw invalid(`${field}.${key}`, 'must be an object')
  }
  const { primaryType, types } = data as TypedData
  if (typeof primaryType !== 'string' || !Array.isArray(types[primaryType]))
    throw invalid(`${field}.primaryType`, 'must name one of the types')
  for (const [name, members] of Object.entries(types)) {
    const good =
      Array.isArray(members) &&
      members.every((one) => typeof one?.name === 'string' && typeof one.type === 'string')
    if (!good) throw invalid(`${field}.types.${name}`, 'must be a list of { name, type }')
  }
  return data as TypedData
}

/** JSON numbers above 2⁵³ are rounded by the parser: what would be signed is not what was written. */
function refuseRounded(field: string) {
  return (key: string, value: unknown) => {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw invalid(field, `the number at "${key}" is too large for JSON: write it as text`)
    return value
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
