import { hex } from '@scure/base'

/** Returns a UTF-8 message as text, including its byte order mark. Returns any other message as hex, with a note. */
export function messageText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return `0x${hex.encode(bytes)} (bytes that aren't text)`
  }
}

/** Returns the bytes of a message. Some pages encode it as hex. */
export function messageBytes(text: string): Uint8Array {
  if (!/^0x([0-9a-f]{2})*$/i.test(text)) return new TextEncoder().encode(text)
  return hex.decode(text.slice(2).toLowerCase())
}
