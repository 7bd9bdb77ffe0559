import { createHash } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2'
import { keccak_256 } from '@noble/hashes/sha3'
import { base58, base64 } from '@scure/base'
import type { FaultCall } from './node-fault.ts'

/** Returns the hash of a broadcast transaction, in the format of its family. */
export function hashOfBroadcast({ method, params }: FaultCall): string {
  const [first, options] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const text = String(first)
  switch (method) {
    case 'eth_sendRawTransaction':
      return `0x${hex(keccak_256(unhex(text)))}`
    case 'author_submitExtrinsic':
      return `0x${hex(blake2b(unhex(text), { dkLen: 32 }))}`
    case 'sendTransaction': {
      const isBase64 = (options as { readonly encoding?: unknown } | undefined)?.encoding === 'base64'
      // The number of signatures comes first, then the first signature, which is the id.
      return base58.encode((isBase64 ? base64 : base58).decode(text).subarray(1, 65))
    }
    case 'POST /tx':
      return hex(sha256(sha256(withoutWitness(unhex(String(params).trim())))).reverse())
    default:
      return hex(sha256(Buffer.from(cosmosBytes(params), 'base64'))).toUpperCase()
  }
}

export function acceptedAs(call: FaultCall, hash: string): unknown {
  return call.method.startsWith('broadcast_tx_')
    ? { code: 0, codespace: '', data: '', log: '[]', hash }
    : hash
}

function cosmosBytes(params: unknown): string {
  return String(Array.isArray(params) ? params[0] : Object(params).tx)
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const unhex = (text: string) => new Uint8Array(Buffer.from(text.replace(/^0x/, ''), 'hex'))
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())

/** Removes the marker, the flag and the witnesses (BIP-144), which a transaction's id doesn't cover. */
function withoutWitness(bytes: Uint8Array): Uint8Array {
  if (bytes[4] !== 0) return bytes
  let at = 6
  const size = () => {
    const first = bytes[at++] ?? 0
    const width = first < 0xfd ? 0 : 2 ** (first - 0xfc)
    if (width === 0) return first
    at += width
    return bytes.subarray(at - width, at).reduceRight((sum, byte) => sum * 256 + byte, 0)
  }
  const skip = (length: number) => {
    at += length
  }
  for (let inputs = size(); inputs > 0; inputs--) {
    at += 36
    skip(size() + 4)
  }
  for (let outputs = size(); outputs > 0; outputs--) {
    at += 8
    skip(size())
  }
  return Uint8Array.from([...bytes.subarray(0, 4), ...bytes.subarray(6, at), ...bytes.subarray(-4)])
}
