import type { Unsubscribe } from '../../../ports.ts'

interface Decoder<T> {
  decode?: ((topic: string, message: string, opts?: object) => Promise<T>) | undefined
}

/**
 * Refuses messages of type 2, which aren't encrypted. They are meant for links between apps, but the WalletConnect library
 * accepts them on every topic. The relay knows all topics, so it could use such messages to impersonate the peer.
 */
export function refusePlainEnvelopes<T>(crypto: Decoder<T>): Unsubscribe {
  const { decode } = crypto
  if (!decode) return () => {}
  crypto.decode = async (topic, message, opts) => {
    if (isPlain(message)) throw new Error('A message was not encrypted')
    return decode(topic, message, opts)
  }
  return () => {
    crypto.decode = decode
  }
}

/**
 * Returns whether a message is of type 2, by its first byte. Handles both base64 alphabets.
 * https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes
 */
function isPlain(message: string): boolean {
  return /^A[g-v]/.test(message)
}
