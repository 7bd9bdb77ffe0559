/** A field of a protobuf message. A varint is a bigint. Any other value is bytes. */
export type ProtoField = readonly [number: number, value: bigint | Uint8Array]

const utf8 = new TextEncoder()

/**
 * Encodes a message in the form that Cosmos chains sign (ADR-27): without empty, zero and undefined fields. Pass the fields in
 * ascending order of their numbers.
 */
export function encodeProto(
  ...fields: readonly (readonly [number: number, value: bigint | string | Uint8Array | undefined])[]
): Uint8Array {
  const out: number[] = []
  for (const [number, value] of fields) {
    if (typeof value === 'bigint') {
      if (value !== 0n) out.push(...varint(BigInt(number << 3)), ...varint(value))
    } else if (value !== undefined && value.length > 0) {
      const bytes = typeof value === 'string' ? utf8.encode(value) : value
      out.push(...varint(BigInt((number << 3) | 2)), ...varint(BigInt(bytes.length)))
      for (const byte of bytes) out.push(byte)
    }
  }
  return Uint8Array.from(out)
}

/** Encodes all fields, including empty and zero fields, which `encodeProto` skips. */
export function encodeFields(fields: readonly ProtoField[]): Uint8Array {
  const out: number[] = []
  for (const [number, value] of fields) {
    if (typeof value === 'bigint') out.push(...varint(BigInt(number) << 3n), ...varint(value))
    else {
      out.push(...varint((BigInt(number) << 3n) | 2n), ...varint(BigInt(value.length)))
      for (const byte of value) out.push(byte)
    }
  }
  return Uint8Array.from(out)
}

/** Decodes a message. Returns undefined if the message is malformed. Repeated fields stay in order. */
export function decodeProto(bytes: Uint8Array): readonly ProtoField[] | undefined {
  const fields: ProtoField[] = []
  let at = 0
  const number = (): bigint | undefined => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) return undefined
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value < 2n ** 64n ? value : undefined
    }
    return undefined
  }
  while (at < bytes.length) {
    const tag = number()
    if (tag === undefined || tag < 8n || tag >= 2n ** 32n) return undefined
    const wire = tag & 7n
    const value = wire === 0n ? number() : undefined
    const length = wire === 1n ? 8n : wire === 5n ? 4n : wire === 2n ? number() : undefined
    if (value !== undefined) fields.push([Number(tag >> 3n), value])
    else if (length !== undefined && length <= BigInt(bytes.length - at)) {
      const end = at + Number(length)
      fields.push([Number(tag >> 3n), bytes.subarray(at, end)])
      at = end
    } else return undefined
  }
  return fields
}

/** Returns the bytes of every occurrence of a field. */
export function bytesIn(fields: readonly ProtoField[], number: number): readonly Uint8Array[] {
  return fields.flatMap(([each, value]) => (each === number && typeof value !== 'bigint' ? [value] : []))
}

/** Returns the text of a field. An absent field is an empty text. Returns undefined if the text isn't valid UTF-8. */
export function textIn(fields: readonly ProtoField[], number: number): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesIn(fields, number).at(-1))
  } catch {
    return undefined
  }
}

/** Returns the integer in a field, or 0 if the field is absent. */
export function numberIn(fields: readonly ProtoField[], number: number): bigint {
  return (
    fields.flatMap(([each, value]) => (each === number && typeof value === 'bigint' ? [value] : [])).at(-1) ??
    0n
  )
}

function varint(value: bigint): number[] {
  const out: number[] = []
  for (let rest = BigInt.asUintN(64, value); ; rest >>= 7n) {
    if (rest < 128n) return [...out, Number(rest)]
    out.push(Number(rest & 127n) | 128)
  }
}
