const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** The most bytes that divide evenly among the letters and digits: what is above would make some of them likelier. */
const fair = 256 - (256 % alphabet.length)
/** 24 of 62 letters and digits hold 142 bits. */
const length = 24

/**
 * A nonce for a sign-in message: 24 letters and digits from the platform's randomness. Keep it where the visitor cannot change
 * it, accept it once, and forget it soon.
 */
export function createNonce(): string {
  let nonce = ''
  while (nonce.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * length)))
      if (byte < fair && nonce.length < length) nonce += alphabet[byte % alphabet.length]
  return nonce
}
