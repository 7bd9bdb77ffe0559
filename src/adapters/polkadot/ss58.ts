import { blake2b } from '@noble/hashes/blake2'
import { base58 } from '@scure/base'

/** The generic SS58 prefix, which belongs to no network. */
export const generalPrefix = 42

/** A decoded SS58 address: a network prefix and an account's key. */
export interface Ss58 {
  readonly prefix: number
  /** The key, 32 bytes. */
  readonly key: Uint8Array
}

const keyLength = 32
const checksumLength = 2
// The SS58 registry reserves 46 and 47.
const isPrefix = (prefix: number) => prefix >= 0 && prefix < 16_384 && prefix !== 46 && prefix !== 47

/**
 * Decodes an address. If the address is invalid, returns the reason. Accepts only accounts of 32 bytes. SS58 can also encode
 * indices of one to eight bytes and bare ECDSA keys, but these can't receive anything.
 */
export function readSs58(address: string): Ss58 | string {
  // Check the length first, because base58 is slow for a long text that was pasted by mistake.
  if (address.length < 46 || address.length > 50) return 'has a wrong length'
  let bytes: Uint8Array
  try {
    bytes = base58.decode(address)
  } catch {
    return 'is not base58'
  }
  const [first = 0, second = 0] = bytes
  const simple = first < 64
  const prefixLength = simple ? 1 : 2
  if (bytes.length !== prefixLength + keyLength + checksumLength) return 'has a wrong length'
  // A prefix of two bytes has 14 bits. Its lower eight bits are spread over both bytes.
  const prefix = simple ? first : ((first & 63) << 2) | (second >> 6) | ((second & 63) << 8)
  if (first > 127 || !isPrefix(prefix) || (!simple && prefix < 64)) return 'has a prefix that does not exist'
  const body = bytes.subarray(0, -checksumLength)
  const [one, two] = checksum(body)
  if (bytes.at(-2) !== one || bytes.at(-1) !== two) return 'has a wrong checksum'
  return { prefix, key: body.slice(prefixLength) }
}

/**
 * Encodes an account's address with a network prefix. The key must have 32 bytes, and the prefix must be one that SS58 allows.
 */
export function writeSs58({ prefix, key }: Ss58): string {
  if (key.length !== keyLength || !isPrefix(prefix)) throw new RangeError('not an SS58 account')
  const lead = prefix < 64 ? [prefix] : [64 | ((prefix >> 2) & 63), (prefix >> 8) | ((prefix & 3) << 6)]
  const body = Uint8Array.from([...lead, ...key])
  return base58.encode(Uint8Array.from([...body, ...checksum(body).subarray(0, checksumLength)]))
}

function checksum(body: Uint8Array): Uint8Array {
  return blake2b(Uint8Array.from([...new TextEncoder().encode('SS58PRE'), ...body]))
}
