import { schnorr } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import type { ParsedAddress } from '../../adapters/bip122/address.ts'
import { hash160, readWitness } from '../../adapters/bip122/message-signature.ts'
import { isSameBytes, join, unlessThrown, utf8 } from './bytes.ts'
import { isSigned } from './secp256k1.ts'

/** The signed virtual transaction, which spends an output of the address with one input. */
interface Spend {
  /** 4 bytes each, in wire order. */
  readonly version: Uint8Array
  readonly sequence: Uint8Array
  readonly lockTime: Uint8Array
  /** Undefined in the simple form, where it follows from the key. */
  readonly unlocking: Uint8Array | undefined
  readonly witness: readonly Uint8Array[]
}

/**
 * Returns whether a message was signed with the address's key according to BIP-322, in the simple form (the witness only) or
 * the full form (the whole transaction). A transaction of the full form may have any lock time, since it still proves control
 * of the key now. Returns false for scripts with several keys and for proofs of funds, which are not supported.
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

/** Returns the outpoint that the transaction spends: the only output of a virtual transaction that commits to the message. */
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

/** Parses a transaction with one input, which spends the virtual transaction, and one output of value zero. */
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
  // Longer scripts have a multi-byte length, and no supported type has one.
  if (length >= 0xfd) return undefined
  const unlocking = take(length)
  const sequence = take(4)
  if (!is([1, ...output]) || bytes.length < at + 4) return undefined
  const lockTime = bytes.subarray(-4)
  const rest = bytes.subarray(at, -4)
  const witness = hasWitness ? readWitness(rest) : rest.length === 0 ? [] : undefined
  // The segwit serialization requires a non-empty witness.
  if (!witness || (hasWitness && witness.length === 0)) return undefined
  return { version, sequence, lockTime, unlocking, witness }
}

function isUnlocked({ kind, program, script }: ParsedAddress, spend: Spend, spent: Uint8Array): boolean {
  const { witness, unlocking } = spend
  if (kind === 'p2pkh') return isUnlockedByScript(program, script, spend, spent)
  if (kind === 'p2tr') {
    const [signature, more] = witness
    if (!signature || more || (unlocking?.length ?? 0) > 0) return false
    // The hash type byte is omitted for the default type.
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

/** Verifies a P2PKH spend: the script pushes the signature and the key, and there is no witness. */
function isUnlockedByScript(
  program: Uint8Array,
  script: Uint8Array,
  { version, sequence, lockTime, unlocking, witness }: Spend,
  spent: Uint8Array,
): boolean {
  const [signature, key, more] = (unlocking && readWitness(join([2], unlocking))) ?? []
  if (!signature || !key || more || witness.length > 0 || !isSameBytes(hash160(key), program)) return false
  const input = join([1], spent, [script.length], script, sequence)
  return isSignedByKey(
    signature,
    key,
    sha256d(join(version, input, [1], output, lockTime, [sighashAll, 0, 0, 0])),
  )
}

/** Verifies a DER signature, followed by the hash type. */
function isSignedByKey(signature: Uint8Array, key: Uint8Array, hash: Uint8Array): boolean {
  return signature.at(-1) === sighashAll && isSigned(hash, signature.subarray(0, -1), key, 'der')
}

/** Computes the BIP-143 signature hash. */
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

/** Computes the BIP-341 signature hash for the key path. */
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

/** Computes the BIP-340 tagged hash. */
function tagged(tag: string, message: Uint8Array): Uint8Array {
  const hash = sha256(utf8(tag))
  return sha256(join(hash, hash, message))
}

function sha256d(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}
