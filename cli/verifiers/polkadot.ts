import { createPublicKey, verify } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2'
import { base58 } from '@scure/base'
import { base58Bytes } from '../families/bytes.ts'
import { networksOf } from '../families/ready-networks.ts'
import type { Verifier } from './verifier.ts'

/** The SPKI header of an ed25519 key (RFC 8410). */
const spki = Buffer.from('302a300506032b6570032100', 'hex')
const open = '<Bytes>'
const close = '</Bytes>'

export const polkadotVerifier: Verifier = {
  name: '@scure/sr25519',
  async signerOfMessage(message, { signature, scheme }, address) {
    const read = readAddress(address)
    const answer = Buffer.from(signature.slice(2), 'hex')
    // Some wallets put the key type before the signature.
    const hasType = answer.length === 65 && answer[0] === (scheme === 'ed25519' ? 0 : 1)
    const signed = hasType ? answer.subarray(1) : answer
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
      // The point is invalid, or the signature isn't marked as sr25519.
      return undefined
    }
  },
  same(one, other) {
    const [a, b] = [readAddress(one), readAddress(other)]
    return typeof a !== 'string' && typeof b !== 'string' && Buffer.compare(a.key, b.key) === 0
  },
  async judge(text) {
    const read = readAddress(text)
    if (typeof read !== 'string') return { address: text, checksum: 'right' }
    const problem = read === wrongChecksum ? 'checksum' : read === noPrefix ? 'prefix' : 'form'
    return { reason: `"${text}" is not an address: ${read}`, problem }
  },
  /** The account has a different SS58 address for each prefix. Each of these addresses works on all networks. */
  async traits(text, network) {
    const read = readAddress(text)
    if (typeof read === 'string') return {}
    const known = await networksOf('polkadot')
    const spelled = known.filter(({ ss58Prefix = anyChain }) => ss58Prefix === read.prefix)
    const here = known.find(({ caipNetworkId }) => caipNetworkId === network)
    const wanted = here && (here.ss58Prefix ?? anyChain)
    return {
      prefix: read.prefix === anyChain ? '42, for any chain' : String(read.prefix),
      ...(spelled.length > 0 && { networks: spelled.map(({ name }) => name).join(', ') }),
      key: `0x${Buffer.from(read.key).toString('hex')}`,
      ...(here &&
        wanted !== read.prefix && { [`on ${here.name}`]: writeAddress(read.key, wanted ?? anyChain) }),
    }
  },
  async judgeAsset(_, reference) {
    return /^(0|[1-9]\d{0,9})$/.test(reference) && Number(reference) <= 0xffff_ffff
      ? { address: reference, checksum: 'absent' }
      : { reason: `"${reference}" is not the number of an asset` }
  },
}

/** Wraps a message as extensions do. Extensions wrap messages, because unwrapped bytes could be a transaction. */
function wrapped(message: string): string {
  const already = message.startsWith(open) && message.endsWith(close) && message.length >= 15
  return already || message.startsWith('\x19Ethereum Signed Message:\n') ? message : open + message + close
}

/**
 * Parses an SS58 address. If the address is invalid, returns the reason as text. Doesn't use the library, because this parser
 * verifies the library's answers.
 */
export function readAddress(text: string): { readonly prefix: number; readonly key: Uint8Array } | string {
  if (text.length < 46 || text.length > 50) return 'expected 46 to 50 characters'
  const bytes = base58Bytes(text, 50)
  if (!bytes) return 'expected base58'
  const [first = 0, second = 0] = bytes
  const lead = first < 64 ? 1 : 2
  if (bytes.length !== lead + 34) return 'expected an account of 32 bytes'
  if (!checksumOf(bytes.subarray(0, -2)).equals(bytes.subarray(-2))) return wrongChecksum
  const prefix = lead === 1 ? first : ((first & 63) << 2) | (second >> 6) | ((second & 63) << 8)
  // The prefixes 46 and 47 are reserved. A prefix below 64 has one byte.
  if (first > 127 || prefix === 46 || prefix === 47 || (lead === 2 && prefix < 64)) return noPrefix
  return { prefix, key: bytes.subarray(lead, lead + 32) }
}

const wrongChecksum = 'its checksum is wrong, a character was mistyped'
const noPrefix = 'its prefix is of no chain'
const anyChain = 42

function writeAddress(key: Uint8Array, prefix: number): string {
  const lead = prefix < 64 ? [prefix] : [64 | ((prefix >> 2) & 63), (prefix >> 8) | ((prefix & 3) << 6)]
  const body = Buffer.from([...lead, ...key])
  return base58.encode(Buffer.concat([body, checksumOf(body)]))
}

function checksumOf(body: Uint8Array): Buffer {
  return Buffer.from(blake2b(Buffer.concat([Buffer.from('SS58PRE'), body]))).subarray(0, 2)
}
