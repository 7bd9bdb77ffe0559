import { base58 } from '@scure/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** The parts of a transaction that wallet requests need. */
export interface TransactionParts {
  readonly signatures: readonly Uint8Array[]
  /** The bytes that are signed. */
  readonly message: Uint8Array
  readonly version: 'legacy' | 0
  /** The addresses of the signers, in the order of the signatures. The first signer pays the fee. */
  readonly signers: readonly string[]
}

/** The maximum size of a transaction on every cluster, in bytes. */
export const maxSize = 1232
const signatureSize = 64
const keySize = 32

/** @throws `validation/invalid-input` for bytes that aren't a transaction. */
export function readTransaction(wire: Uint8Array): TransactionParts {
  const parts = wire instanceof Uint8Array && wire.length <= maxSize ? partsOf(wire) : undefined
  if (parts) return parts
  throw invalidTransaction()
}

export function invalidTransaction() {
  return latchkeyError('validation/invalid-input', {
    values: { field: 'transaction', reason: 'expected the bytes of a legacy or version 0 transaction' },
  })
}

/**
 * Reads a transaction's parts. A transaction consists of a compact-u16 count, the signatures, and the message. The message begins
 * with an optional version, three counts, a compact-u16 count, and the keys.
 */
function partsOf(wire: Uint8Array): TransactionParts | undefined {
  const signed = compactCount(wire, 0)
  if (!signed) return undefined
  const at = signed.end + signed.count * signatureSize
  const message = wire.slice(at)
  const first = message[0] ?? 0
  const versioned = first >= 0x80
  if (versioned && first !== 0x80) return undefined
  const header = versioned ? 1 : 0
  const required = message[header]
  const keys = compactCount(message, header + 3)
  if (required === undefined || !keys || required !== signed.count || required === 0) return undefined
  if (keys.count < required || message.length < keys.end + (keys.count + 1) * keySize) return undefined
  return {
    signatures: Array.from({ length: required }, (_, index) =>
      wire.slice(signed.end + index * signatureSize, signed.end + (index + 1) * signatureSize),
    ),
    message,
    version: versioned ? 0 : 'legacy',
    signers: Array.from({ length: required }, (_, index) =>
      base58.encode(message.slice(keys.end + index * keySize, keys.end + (index + 1) * keySize)),
    ),
  }
}

/** Returns a copy of the transaction with a signer's signature set. */
export function withSignature(wire: Uint8Array, signer: string, signature: Uint8Array): Uint8Array {
  const { signers } = readTransaction(wire)
  const changed = wire.slice()
  const start = compactCount(wire, 0)?.end ?? 0
  changed.set(signature, start + signers.indexOf(signer) * signatureSize)
  return changed
}

export function compactCount(bytes: Uint8Array, at: number): { count: number; end: number } | undefined {
  let count = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return undefined
    count |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return { count, end: at + index + 1 }
  }
  return undefined
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
