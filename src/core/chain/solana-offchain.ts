const prefix = '\xffsolana offchain'

/**
 * The bytes that hardware wallets sign for a message, so that no message can be a transaction:
 * https://docs.anza.xyz/proposals/off-chain-message-signing, version 0, without an application domain.
 *
 * @param signer The public key, 32 bytes.
 */
export function offchainMessage(message: Uint8Array, signer: Uint8Array): Uint8Array {
  const isPrintable = message.every((byte) => byte >= 0x20 && byte <= 0x7e)
  const domain = new Uint8Array(32)
  const length = [message.length & 0xff, message.length >> 8]
  return Uint8Array.from([
    ...Array.from(prefix, (letter) => letter.charCodeAt(0)),
    ...[0, ...domain, isPrintable ? 0 : 1],
    ...[1, ...signer, ...length, ...message],
  ])
}
