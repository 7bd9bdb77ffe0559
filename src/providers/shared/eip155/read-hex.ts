/** Reads a number in hex, such as `0x1f`. Returns undefined for any other value. */
export function readHex(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}
