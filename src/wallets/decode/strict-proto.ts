import { decodeProto, encodeFields, type ProtoField } from '../../core/protobuf.ts'
import { refused } from './refused.ts'

/** The members of a message, by their numbers. */
export type ProtoSchema = Readonly<Record<number, ProtoMember>>
export interface ProtoMember {
  readonly name: string
  /** A text, bytes, a number, a flag, or a message with its own members. */
  readonly kind: 'text' | 'bytes' | 'number' | 'flag' | ProtoSchema
  /** Whether it may come several times. */
  readonly repeated?: boolean
}

/**
 * Reads a message in the only form in which it can be signed here, which is that of ADR-27: every member is known, has its
 * own wire type, comes once unless it is repeated, and in the order of the numbers; no number is longer than it must be, and
 * nothing is written that means the same when it is absent. Other readers then find what this one found, whichever of two
 * members they would take. Messages in it are read in the same way.
 *
 * @throws `validation/invalid-input` naming the member that is in another form.
 */
export function strictProto(bytes: Uint8Array, schema: ProtoSchema, field: string): readonly ProtoField[] {
  const fields = decodeProto(bytes)
  if (!fields) throw refused(field, 'is not a protobuf message')
  let before = 0
  for (const [number, value] of fields) {
    const member = Object.hasOwn(schema, number) ? schema[number] : undefined
    if (!member) throw refused(`${field}.${number}`, 'is a member that is not known here')
    const where = `${field}.${member.name}`
    if (number === before && !member.repeated) throw refused(where, 'comes twice')
    if (number < before) throw refused(where, 'is not in the order of the numbers')
    before = number
    const isNumber = member.kind === 'number' || member.kind === 'flag'
    if (isNumber !== (typeof value === 'bigint')) throw refused(where, 'has another wire type')
    if (typeof value === 'bigint') {
      if (value === 0n) throw refused(where, 'is written although it is 0')
      if (member.kind === 'flag' && value !== 1n) throw refused(where, 'is neither true nor false')
    } else if (typeof member.kind === 'object') strictProto(value, member.kind, where)
    else if (value.length === 0 && !member.repeated) throw refused(where, 'is written although it is empty')
    else if (member.kind === 'text' && !isUtf8(value)) throw refused(where, 'is no text')
  }
  const again = encodeFields(fields)
  if (again.length !== bytes.length || again.some((byte, at) => byte !== bytes[at]))
    throw refused(field, 'is not in the one form that is signed (ADR-27)')
  return fields
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
