import { createPublicKey, verify } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2'
import { base58 } from '@scure/base'
import type { Verifier } from './verifier.ts'

/** SPKI of an ed25519 key, up to the key. RFC 8410. */
const spki = Buffer.from('302a300506032b6570032100', 'hex')
const open = '<Bytes>'
const close = '</Bytes>'

export const polkadotVerifier: Verifier = {
  name: '@scure/sr25519',
  async signerOfMessage(message, { signature, scheme }, address) {
    const read = readAddress(address)
    const signed = Buffer.from(signature.slice(2), 'hex')
    if (typeof read === 'string' || signed.length !== 64) return undefined
    const bytes = Buffer.from(wrapped(message), 'utf8')
    if (scheme === 'ed25519') {
      const key = createPublicKey({ key: Buffer.concat([spki, read.key]), format: 'der', type: 'spki' })
      return verify(null, bytes, key, signed) ? address : undefined
    }
    if (scheme !== 'sr25519') return undefined
    const sr25519 = await import('@scure/sr25519')
    try {
      return sr25519.verify(bytes, signed, read.key) ? address : undefined
    } catch {
      // What is no point of the curve, or lacks the mark of the scheme.
      return undefined
    }
  },
  same(one, other) {
    const [a, b] = [readAddress(one), readAddress(other)]
    return typeof a !== 'string' && typeof b !== 'string' && Buffer.compare(a.key, b.key) === 0
  },
  async judge(text) {
    const read = readAddress(text)
    return typeof read === 'string'
      ? { reason: `"${text}" is not an address: ${read}` }
      : { address: text, checksum: 'right' }
  },
  async judgeAsset(_, reference) {
    return /^(0|[1-9]\d{0,9})$/.test(reference) && Number(reference) <= 0xffff_ffff
      ? { address: reference, checksum: 'absent' }
      : { reason: `"${reference}" is not the number of an asset` }
  },
}

/** Extensions sign no bare text, which could be a transaction. */
function wrapped(message: string): string {
  const already = message.startsWith(open) && message.endsWith(close) && message.length >= 15
  return already || message.startsWith('\x19Ethereum Signed Message:\n') ? message : open + message + close
}

/** The key in an SS58 address, or what is wrong with it. Written apart from the library, whose answers it judges. */
export function readAddress(text: string): { readonly key: Uint8Array } | string {
  if (text.length < 46 || text.length > 50) return 'expected 46 to 50 characters'
  let bytes: Uint8Array
  try {
    bytes = base58.decode(text)
  } catch {
    return 'expected base58'
  }
  const prefix = (bytes[0] ?? 0) < 64 ? 1 : 2
  if (bytes.length !== prefix + 34 || (bytes[0] ?? 0) > 127) return 'expected an account of 32 bytes'
  const sum = blake2b(Buffer.concat([Buffer.from('SS58PRE'), bytes.subarray(0, -2)]))
  if (sum[0] !== bytes.at(-2) || sum[1] !== bytes.at(-1)) return 'its checksum is wrong'
  return { key: bytes.subarray(prefix, prefix + 32) }
}
