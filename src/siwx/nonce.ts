const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/**
 * Random bytes from this value on are skipped. Without skipping, some letters would be more frequent than others (modulo bias).
 */
const fair = 256 - (256 % alphabet.length)
/** The length of a nonce. 24 characters out of 62 have 142 bits of randomness. */
const length = 24

/**
 * Creates a nonce for a sign-in message: 24 cryptographically random letters and digits. Store the nonce where the visitor can't
 * change it, accept it once, and let it expire soon.
 */
export function createNonce(): string {
  let nonce = ''
  while (nonce.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * length)))
      if (byte < fair && nonce.length < length) nonce += alphabet[byte % alphabet.length]
  return nonce
}
