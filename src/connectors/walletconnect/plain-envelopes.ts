import type { Unsubscribe } from '../../ports.ts'

interface Decoder<T> {
  decode?: ((topic: string, message: string, opts?: object) => Promise<T>) | undefined
}

/**
 * The library opens messages of type 2, which nobody has encrypted, on every topic. They are made for links between apps; the
 * relay, which knows all topics, could say anything in the other's name by them. Here they are refused.
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

/** By its first byte, in base64 of either alphabet. https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes */
function isPlain(message: string): boolean {
  return /^A[g-v]/.test(message)
}
