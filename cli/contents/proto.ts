/** One field of a protobuf message: numbers as bigint, everything else as bytes. */
export type ProtoField = readonly [number: number, value: bigint | Uint8Array]

/** The fields of a message in their order; undefined for bytes that are none. https://protobuf.dev/programming-guides/encoding */
export function protoFields(bytes: Uint8Array): readonly ProtoField[] | undefined {
  const fields: ProtoField[] = []
  let at = 0
  const varint = (): bigint | undefined => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) return undefined
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value < 1n << 64n ? value : undefined
    }
    return undefined
  }
  while (at < bytes.length) {
    const tag = varint()
    if (tag === undefined || tag < 8n) return undefined
    const number = Number(tag >> 3n)
    const kind = Number(tag & 7n)
    if (kind === 0) {
      const value = varint()
      if (value === undefined) return undefined
      fields.push([number, value])
      continue
    }
    const length = kind === 1 ? 8n : kind === 5 ? 4n : kind === 2 ? varint() : undefined
    if (length === undefined || length > BigInt(bytes.length - at)) return undefined
    fields.push([number, bytes.slice(at, at + Number(length))])
    at += Number(length)
  }
  return fields
}

export function bytesAt(fields: readonly ProtoField[], number: number): readonly Uint8Array[] {
  return fields.flatMap(([at, value]) => (at === number && typeof value !== 'bigint' ? [value] : []))
}

export function textAt(fields: readonly ProtoField[], number: number): string {
  return Buffer.from(bytesAt(fields, number).at(-1) ?? []).toString('utf8')
}

export function numberAt(fields: readonly ProtoField[], number: number): bigint {
  const found = fields.findLast(([at, value]) => at === number && typeof value === 'bigint')
  return typeof found?.[1] === 'bigint' ? found[1] : 0n
}
