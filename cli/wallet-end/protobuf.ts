/** What a message of protocol buffers holds, by field number: numbers, and bytes. */
export type Fields = ReadonlyMap<number, readonly (bigint | Uint8Array)[]>

/** @throws when the bytes are no message. */
export function readFields(bytes: Uint8Array): Fields {
  const fields = new Map<number, (bigint | Uint8Array)[]>()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('It ends too soon')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new Error('A number is too long')
  }
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Error('It ends too soon')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const key = varint()
    const kind = Number(key & 7n)
    const value =
      kind === 0
        ? varint()
        : kind === 1
          ? take(8)
          : kind === 2
            ? take(Number(varint()))
            : kind === 5
              ? take(4)
              : undefined
    if (value === undefined) throw new Error(`There is no wire type ${kind}`)
    const number = Number(key >> 3n)
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  return fields
}

export function bytesAt(fields: Fields, number: number): readonly Uint8Array[] {
  return (fields.get(number) ?? []).filter((value) => value instanceof Uint8Array)
}

export function textAt(fields: Fields, number: number): string {
  const [bytes] = bytesAt(fields, number)
  return bytes ? new TextDecoder().decode(bytes) : ''
}
