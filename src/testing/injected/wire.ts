/** Serializes a value that is sent between a page and the process of its wallets. Supports JSON, bigint, bytes and undefined. */
export function pack(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, _: string, each: unknown) {
    if (typeof each === 'bigint') return { $bigint: String(each) }
    if (each instanceof Uint8Array) return { $bytes: [...each] }
    if (each === undefined && Array.isArray(this)) return { $undefined: true }
    return each
  })
}

export function unpack(text: string): unknown {
  return JSON.parse(text, (_, each) => {
    if (typeof each !== 'object' || each === null) return each
    if ('$bigint' in each) return BigInt(each.$bigint)
    if ('$bytes' in each) return Uint8Array.from(each.$bytes)
    if ('$undefined' in each) return undefined
    return each
  })
}
