/**
 * Returns the public key of a message's sender, from an envelope of type 1. The message can be decrypted only with this key, so
 * the key really belongs to the sender. Returns undefined for other types of envelopes, which don't contain this key.
 * https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes
 */
export function senderKeyOf(message: string): string | undefined {
  const bytes = atob(message.slice(0, 44).replaceAll('-', '+').replaceAll('_', '/'))
  const hex = [...bytes.slice(1, 33)].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0'))
  return bytes.charCodeAt(0) === 1 ? hex.join('') : undefined
}
