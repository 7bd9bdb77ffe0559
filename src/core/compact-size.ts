/** Encodes a number below 2^32 in Bitcoin's CompactSize encoding, which precedes data with its length. */
export function compactSize(length: number): readonly number[] {
  if (length < 0xfd) return [length]
  return length <= 0xffff
    ? [0xfd, length & 0xff, length >> 8]
    : [0xfe, ...[0, 8, 16, 24].map((by) => (length >> by) & 0xff)]
}
