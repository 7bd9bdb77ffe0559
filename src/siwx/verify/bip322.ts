import { schnorr } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import type { ParsedAddress } from '../../adapters/bip122/address.ts'
import { hash160 } from '../../adapters/bip122/message-signature.ts'
import { readWitness } from '../../adapters/bip122/witness.ts'
import { isSameBytes, join, unlessThrown, utf8 } from './bytes.ts'
import { isSigned } from './secp256k1.ts'

/** The signed virtual transaction. Its only input spends an output of the address. */
interface Spend {
  /** `version`, `sequence` and `lockTime` have 4 bytes each, in the byte order of the serialized transaction. */
  readonly version: Uint8Array
  readonly sequence: Uint8Array
  readonly lockTime: Uint8Array
  /** The script of the input. Undefined in the simple form, because this script can be derived from the key. */
  readonly unlocking: Uint8Array | undefined
  readonly witness: readonly Uint8Array[]
}

/**
 * Returns whether the address's key signed a message by BIP-322. Supports the simple form (only the witness) and the full form
 * (the whole transaction). A transaction of the full form may have any lock time, because it proves control of the key anyway.
 * Scripts with several keys and proofs of funds aren't supported: returns false for them.
 */
export function verifyBip322(
  account: ParsedAddress,
  message: Uint8Array,
  bytes: Uint8Array,
  form: 'simple' | 'full',
): boolean {
  const spent = outpoint(account.script, message)
  const spend = form === 'simple' ? simple(bytes) : full(bytes, spent)
  return spend !== undefined && isUnlocked(account, spend, spent)
}

const zeros = (count: number) => new Uint8Array(count)
/** The transaction's only output: value zero, script OP_RETURN. */
const output = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0x6a]
const sighashAll = 1

/**
 * Returns the outpoint that the signed transaction spends: the only output of the virtual transaction `to_spend`, which contains
 * the message's hash.
 */
function outpoint(script: Uint8Array, message: Uint8Array): Uint8Array {
  const commitment = tagged('BIP0322-signed-message', message)
  const input = join(zeros(32), [255, 255, 255, 255, 34, 0, 32], commitment, zeros(4))
  const paid = join(zeros(8), [script.length], script)
  return join(sha256d(join(zeros(4), [1], input, [1], paid, zeros(4))), zeros(4))
}

function simple(bytes: Uint8Array): Spend | undefined {
  const witness = readWitness(bytes)
  const nothing = zeros(4)
  return witness && { version: nothing, sequence: nothing, lockTime: nothing, unlocking: undefined, witness }
}

/**
 * Parses a transaction with one input and one output. The input spends the output of `to_spend`, and the output has the value
 * zero.
 */
function full(bytes: Uint8Array, spent: Uint8Array): Spend | undefined {
  let at = 0
  const take = (count: number) => {
    at += count
    return bytes.subarray(at - count, at)
  }
  const is = (expected: readonly number[] | Uint8Array) =>
    isSameBytes(take(expected.length), Uint8Array.from(expected))
  const version = take(4)
  if (!isSameBytes(version.subarray(1), zeros(3)) || (version[0] !== 0 && version[0] !== 2)) return undefined
  const hasWitness = bytes[4] === 0
  if ((hasWitness && !is([0, 1])) || !is([1, ...spent])) return undefined
  const [length = 255] = take(1)
  // No supported address type has a script this long.
  if (length >= 0xfd) return undefined
  const unlocking = take(length)
  const sequence = take(4)
  if (!is([1, ...output]) || bytes.length < at + 4) return undefined
  const lockTime = bytes.subarray(-4)
  const rest = bytes.subarray(at, -4)
  const witness = hasWitness ? readWitness(rest) : rest.length === 0 ? [] : undefined
  // With the segwit serialization, the witness must not be empty.
  if (!witness || (hasWitness && witness.length === 0)) return undefined
  return { version, sequence, lockTime, unlocking, witness }
}

function isUnlocked({ kind, program, script }: ParsedAddress, spend: Spend, spent: Uint8Array): boolean {
  const { witness, unlocking } = spend
  if (kind === 'p2pkh') return isUnlockedByScript(program, script, spend, spent)
  if (kind === 'p2tr') {
    const [signature, more] = witness
    if (!signature || more || (unlocking?.length ?? 0) > 0) return false
    // For the default type, the signature has no byte for the sighash type.
    const type = signature.length === 64 ? 0 : sighashAll
    if (signature.length !== 64 && (signature.length !== 65 || signature[64] !== sighashAll)) return false
    const hash = taprootHash(script, spend, spent, type)
    return unlessThrown(() => schnorr.verify(signature.subarray(0, 64), hash, program)) ?? false
  }
  const [signature, key, more] = witness
  if ((kind !== 'p2wpkh' && kind !== 'p2sh') || !signature || key?.length !== 33 || more) return false
  const redeem = join([0, 20], hash160(key))
  const expected = kind === 'p2sh' ? join([redeem.length], redeem) : zeros(0)
  if (unlocking && !isSameBytes(unlocking, expected)) return false
  const isOurs = kind === 'p2sh' ? isSameBytes(hash160(redeem), program) : isSameBytes(redeem, script)
  return isOurs && isSignedByKey(signature, key, segwitHash(redeem.subarray(2), spend, spent))
}

/** Verifies a P2PKH input. Its script pushes the signature and the key, and it has no witness. */
function isUnlockedByScript(
  program: Uint8Array,
  script: Uint8Array,
  { version, sequence, lockTime, unlocking, witness }: Spend,
  spent: Uint8Array,
): boolean {
  const [signature, key, more] = (unlocking && pushesOf(unlocking)) ?? []
  if (!signature || !key || more || witness.length > 0 || !isSameBytes(hash160(key), program)) return false
  const input = join([1], spent, [script.length], script, sequence)
  return isSignedByKey(
    signature,
    key,
    sha256d(join(version, input, [1], output, lockTime, [sighashAll, 0, 0, 0])),
  )
}

/** Returns the items that a script pushes. Supports only pushes of 1 to 75 bytes, whose opcode is the length. */
function pushesOf(script: Uint8Array): readonly Uint8Array[] | undefined {
  const items: Uint8Array[] = []
  let at = 0
  while (at < script.length) {
    const length = script[at] ?? 0
    if (length < 1 || length > 75 || at + 1 + length > script.length) return undefined
    items.push(script.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return items
}

/** Verifies a DER signature that is followed by the sighash type. */
function isSignedByKey(signature: Uint8Array, key: Uint8Array, hash: Uint8Array): boolean {
  return signature.at(-1) === sighashAll && isSigned(hash, signature.subarray(0, -1), key, 'der')
}

/** Computes the signature hash for segwit version 0 (BIP-143). */
function segwitHash(
  keyHash: Uint8Array,
  { version, sequence, lockTime }: Spend,
  spent: Uint8Array,
): Uint8Array {
  const code = join([25, 0x76, 0xa9, 20], keyHash, [0x88, 0xac])
  const hashed = [sha256d(spent), sha256d(sequence)]
  const value = zeros(8)
  return sha256d(
    join(version, ...hashed, spent, code, value, sequence, sha256d(Uint8Array.from(output)), lockTime, [
      ...[sighashAll, 0, 0, 0],
    ]),
  )
}

/** Computes the signature hash for the taproot key path (BIP-341). */
function taprootHash(
  script: Uint8Array,
  { version, sequence, lockTime }: Spend,
  spent: Uint8Array,
  type: number,
): Uint8Array {
  const value = zeros(8)
  const parts = [spent, value, join([script.length], script), sequence, Uint8Array.from(output)]
  return tagged(
    'TapSighash',
    join([0, type], version, lockTime, ...parts.map((part) => sha256(part)), zeros(1), zeros(4)),
  )
}

/** Computes a tagged hash (BIP-340). */
function tagged(tag: string, message: Uint8Array): Uint8Array {
  const hash = sha256(utf8(tag))
  return sha256(join(hash, hash, message))
}

function sha256d(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}
