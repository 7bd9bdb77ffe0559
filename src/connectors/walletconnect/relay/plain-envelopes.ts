import type { Unsubscribe } from '../../../ports.ts'

interface Decoder<T> {
  decode?: ((topic: string, message: string, opts?: object) => Promise<T>) | undefined
}

/**
 * Refuses messages of type 2, which aren't encrypted. The library accepts them on every topic, although such messages are meant for links between
 * apps. The relay knows all topics, and could use them to impersonate the peer.
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
 * Checks the first byte, in either base64 alphabet.
 * https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes
 */
function isPlain(message: string): boolean {
  return /^A[g-v]/.test(message)
}
