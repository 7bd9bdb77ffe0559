/** Encodes a value as text between the page and the test: as JSON, with bigints and bytes. */
export function pack(value: unknown): string {
  return JSON.stringify(value, (_, each) => {
    if (typeof each === 'bigint') return { $bigint: String(each) }
    if (each instanceof Uint8Array) return { $bytes: [...each] }
    return each
  })
}

export function unpack(text: string | undefined): unknown {
  if (text === undefined) return undefined
  return JSON.parse(text, (_, each) => {
    if (each && typeof each === 'object' && '$bigint' in each) return BigInt(each.$bigint)
    if (each && typeof each === 'object' && '$bytes' in each) return Uint8Array.from(each.$bytes)
    return each
  })
}
