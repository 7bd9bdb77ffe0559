import { decodeProto, encodeFields, type ProtoField } from '../../core/protobuf.ts'
import { refused } from './refused.ts'

/** The fields of a protobuf message by number. */
export type ProtoSchema = Readonly<Record<number, ProtoMember>>
export interface ProtoMember {
  readonly name: string
  /** The kind of value: a text, bytes, a number, a boolean, or a message with its own fields. */
  readonly kind: 'text' | 'bytes' | 'number' | 'flag' | ProtoSchema
  /** Whether the field may occur several times. */
  readonly repeated?: boolean
}

/**
 * Decodes a protobuf message with its nested messages. Accepts only the canonical form (ADR-027):
 * all fields are known, have their wire type, and occur at most once unless `repeated`. Fields are
 * in the order of their numbers. Varints are as short as possible, and default values are omitted.
 * So all decoders read the same values. (Of two fields with the same number, some decoders read the
 * first, others the last.)
 *
 * @throws `validation/invalid-input`, which names the field that isn't canonical.
 */
export function strictProto(bytes: Uint8Array, schema: ProtoSchema, field: string): readonly ProtoField[] {
  const fields = decodeProto(bytes)
  if (!fields) throw refused(field, 'is not a protobuf message')
  let before = 0
  for (const [number, value] of fields) {
    const member = Object.hasOwn(schema, number) ? schema[number] : undefined
    if (!member) throw refused(`${field}.${number}`, 'is an unknown field')
    const where = `${field}.${member.name}`
    if (number === before && !member.repeated) throw refused(where, 'comes twice')
    if (number < before) throw refused(where, 'is out of order')
    before = number
    const isNumber = member.kind === 'number' || member.kind === 'flag'
    if (isNumber !== (typeof value === 'bigint')) throw refused(where, 'has another wire type')
    if (typeof value === 'bigint') {
      if (value === 0n) throw refused(where, 'must be left out when it is 0')
      if (member.kind === 'flag' && value !== 1n) throw refused(where, "isn't a boolean")
    } else if (typeof member.kind === 'object') strictProto(value, member.kind, where)
    else if (value.length === 0 && !member.repeated) throw refused(where, 'must be left out when it is empty')
    else if (member.kind === 'text' && !isUtf8(value)) throw refused(where, "isn't a string")
  }
  const again = encodeFields(fields)
  if (again.length !== bytes.length || again.some((byte, at) => byte !== bytes[at]))
    throw refused(field, "isn't in the canonical form (ADR-27)")
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
