import { createECDH, randomBytes } from 'node:crypto'

/** The order of secp256k1. A private key is above zero and below this number (SEC 2, section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Returns a secp256k1 key as `0x` and lower-case hex digits. In the text, `0x` is optional. */
export function readHexKey(text: string): string | undefined {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]
  const value = BigInt(`0x${digits ?? '0'}`)
  return !digits || value === 0n || value >= order ? undefined : `0x${digits.toLowerCase()}`
}

export function makeHexKey(): string {
  for (;;) {
    const made = readHexKey(randomBytes(32).toString('hex'))
    if (made) return made
  }
}

export function publicKeyOf(secret: string, form: 'compressed' | 'uncompressed' = 'compressed'): Uint8Array {
  const keys = createECDH('secp256k1')
  keys.setPrivateKey(secret.slice(2), 'hex')
  return keys.getPublicKey(null, form) as unknown as Uint8Array
}
