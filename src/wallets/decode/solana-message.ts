import { base58 } from '@scure/base'
import type { Bytes } from './bytes.ts'
import { refused } from './refused.ts'

const field = 'addressTableLookups'

/**
 * Reads a transaction message of version legacy or 0. This is the part that signatures cover. Doesn't check the indexes of
 * accounts.
 */
export function readSolanaMessage(bytes: Bytes) {
  const versioned = (bytes.peek() ?? 0) >= 0x80
  if (versioned && bytes.byte('version') !== 0x80)
    throw refused('transaction.version', 'is unknown: expected legacy or 0')
  const [required = 0, , readonlyOthers = 0] = bytes.take(3, 'header')
  const keys = bytes.list('accountKeys', () => base58.encode(bytes.take(32, 'accountKeys')))
  const recentBlockhash = base58.encode(bytes.take(32, 'recentBlockhash'))
  const instructions = bytes.list('instructions', () => ({
    program: bytes.byte('instructions'),
    accounts: bytes.list('instructions.accounts', () => bytes.byte('instructions.accounts')),
    data: bytes.take(bytes.count('instructions.data'), 'instructions.data'),
  }))
  const lookups = versioned ? bytes.list(field, () => lookup(bytes)) : []
  return { versioned, required, readonlyOthers, keys, recentBlockhash, instructions, lookups }
}

function lookup(bytes: Bytes) {
  return {
    table: base58.encode(bytes.take(32, field)),
    writable: bytes.list(field, () => bytes.byte(field)),
    readable: bytes.list(field, () => bytes.byte(field)),
  }
}
