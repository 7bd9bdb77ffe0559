/** The maximum length of a witness, in bytes: a block can't contain a longer one (BIP-141). */
const longest = 4_000_000

/**
 * Decodes a witness: the number of items, then the items, each after its length. All numbers are in Bitcoin's CompactSize encoding.
 * Returns undefined if bytes are missing or left over, or if a number isn't as short as possible.
 */
export function readWitness(bytes: Uint8Array | undefined): readonly Uint8Array[] | undefined {
  if (!bytes || bytes.length > longest) return undefined
  let at = 0
  const take = (length: number): Uint8Array | undefined => {
    if (at + length > bytes.length) return undefined
    at += length
    return bytes.subarray(at - length, at)
  }
  const size = (): number | undefined => {
    const [first] = take(1) ?? []
    if (first === undefined || first < 0xfd) return first
    // A number of nine bytes (0xff) is above the limit of a witness.
    const width = first === 0xfd ? 2 : 4
    const value = first === 0xff ? undefined : take(width)?.reduceRight((sum, byte) => sum * 256 + byte, 0)
    return value !== undefined && value >= (width === 2 ? 0xfd : 0x10000) ? value : undefined
  }
  const count = size()
  if (count === undefined) return undefined
  const items: Uint8Array[] = []
  while (items.length < count) {
    const length = size()
    const item = length === undefined ? undefined : take(length)
    if (!item) return undefined
    items.push(item)
  }
  return at === bytes.length ? items : undefined
}
