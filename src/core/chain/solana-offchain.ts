const prefix = '\xffsolana offchain'

/** The formats of the text: printable ASCII, UTF-8, and UTF-8 that is too long for hardware wallets. */
const formats = [0, 1, 2] as const

/**
 * Returns the bytes that hardware wallets sign for a message. The bytes start with a fixed prefix, so no message can be a
 * transaction: https://docs.anza.xyz/proposals/off-chain-message-signing, version 0, without an application domain.
 *
 * @param signer The public key, 32 bytes.
 * @param format Default: 0 for printable ASCII, 1 for any other text.
 */
export function offchainMessage(
  message: Uint8Array,
  signer: Uint8Array,
  format: (typeof formats)[number] = isPrintable(message) ? 0 : 1,
): Uint8Array {
  const domain = new Uint8Array(32)
  const length = [message.length & 0xff, message.length >> 8]
  return Uint8Array.from([
    ...Array.from(prefix, (letter) => letter.charCodeAt(0)),
    ...[0, ...domain, format],
    ...[1, ...signer, ...length, ...message],
  ])
}

/**
 * Returns the message in each format. A valid signature may cover any of these formats, because signers choose different formats
 * for the same text.
 */
export function offchainMessages(message: Uint8Array, signer: Uint8Array): readonly Uint8Array[] {
  return formats.map((format) => offchainMessage(message, signer, format))
}

/** Returns whether the bytes start as an off-chain message does, in any version. */
export function isOffchainMessage(bytes: Uint8Array): boolean {
  return Array.from(prefix).every((letter, at) => bytes[at] === letter.charCodeAt(0))
}

function isPrintable(message: Uint8Array): boolean {
  return message.every((byte) => byte >= 0x20 && byte <= 0x7e)
}
