/** Returns the number of items in an RLP list. Returns undefined if the bytes aren't exactly one RLP list. */
export function rlpListLength(bytes: Uint8Array): number | undefined {
  const list = item(bytes, 0)
  if (!list?.isList || list.end !== bytes.length) return undefined
  let count = 0
  for (let at = list.start; at < list.end; count++) {
    const member = item(bytes, at)
    if (!member || member.end > list.end) return undefined
    at = member.end
  }
  return count
}

/** Returns the position of an item's content. Accepts lengths with leading zeros, because some decoders do. */
function item(bytes: Uint8Array, at: number) {
  const first = bytes[at]
  if (first === undefined) return undefined
  if (first < 0x80) return { isList: false, start: at, end: at + 1 }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  if (short <= 55) return within(bytes, { isList, start: at + 1, end: at + 1 + short })
  const start = at + 1 + short - 55
  if (start > bytes.length) return undefined
  const length = bytes.slice(at + 1, start).reduce((sum, byte) => sum * 256 + byte, 0)
  return within(bytes, { isList, start, end: start + length })
}

function within<T extends { readonly end: number }>(bytes: Uint8Array, found: T): T | undefined {
  return found.end <= bytes.length ? found : undefined
}
