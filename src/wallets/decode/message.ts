import { hex } from '@scure/base'

/** A message as text if it is UTF-8, with its byte order mark; else as hex with a note that says so. */
export function messageText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return `0x${hex.encode(bytes)} (bytes that aren't text)`
  }
}

/** The bytes of a message; some pages encode it as hex. */
export function messageBytes(text: string): Uint8Array {
  if (!/^0x([0-9a-f]{2})*$/i.test(text)) return new TextEncoder().encode(text)
  return hex.decode(text.slice(2).toLowerCase())
}
