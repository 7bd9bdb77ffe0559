const open = '<Bytes>'
const close = '</Bytes>'
const ethereum = '\x19Ethereum Signed Message:\n'

/**
 * Returns the bytes to sign for a message: the message between `<Bytes>` and `</Bytes>`. Such bytes can't be a transaction.
 * Doesn't change a message that is already wrapped, or that has Ethereum's prefix. Wallets wrap messages by the same rule.
 */
export function wrapBytes(message: string | Uint8Array): Uint8Array {
  const bytes = typeof message === 'string' ? utf8(message) : message
  const wrapped =
    startsWith(bytes, open) && endsWith(bytes, close) && bytes.length >= open.length + close.length
  if (wrapped || startsWith(bytes, ethereum)) return bytes
  return Uint8Array.from([...utf8(open), ...bytes, ...utf8(close)])
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return utf8(text).every((byte, at) => bytes[at] === byte)
}

function endsWith(bytes: Uint8Array, text: string): boolean {
  return utf8(text).every((byte, at) => bytes[bytes.length - text.length + at] === byte)
}
