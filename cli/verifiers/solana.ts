import { base58Bytes } from '../families/bytes.ts'
import type { Verifier } from './verifier.ts'

export const solanaVerifier: Verifier = {
  name: 'tweetnacl',
  async signerOfMessage(message, { signature }, address) {
    const { default: nacl } = await import('tweetnacl')
    const [signed, key] = [decode(signature), decode(address)]
    if (signed?.length !== 64 || key?.length !== 32 || !isReduced(signed.subarray(32))) return undefined
    return nacl.sign.detached.verify(new TextEncoder().encode(message), signed, key) ? address : undefined
  },
  same: (one, other) => one === other,
  async judge(text) {
    const length = decode(text)?.length
    if (length === 32) return { address: text, checksum: 'absent' }
    const found = length === undefined ? '' : `, found ${length}`
    return { reason: `"${text}" is not an address: expected 32 bytes in base58${found}` }
  },
  async traits(address): Promise<Readonly<Record<string, string>>> {
    const { ed25519 } = await import('@noble/curves/ed25519')
    try {
      ed25519.ExtendedPoint.fromHex(decode(address) ?? new Uint8Array())
      return {}
    } catch {
      return { owner: 'a program: no key signs for it' }
    }
  },
}

/** The order of ed25519's base point, big-endian. */
const order = '1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed'

/** Returns whether S is below the order. RFC 8032 requires this, but tweetnacl also accepts higher values. */
function isReduced(littleEnd: Uint8Array): boolean {
  return Buffer.from(littleEnd).reverse().toString('hex') < order
}

const decode = (text: string) => base58Bytes(text, 128)
