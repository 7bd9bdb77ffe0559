import { sha256 } from '@noble/hashes/sha2'
import { script as scripts, Transaction } from 'bitcoinjs-lib'
import { hash160, sameBytes } from '../message-signature.ts'
import { curve } from './curve.ts'

export interface Prevout {
  readonly script: Uint8Array
  readonly value: bigint
}

/** The sighash types that cover the whole transaction. The second type is only for taproot. */
export const wholeTransaction: readonly number[] = [Transaction.SIGHASH_ALL, Transaction.SIGHASH_DEFAULT]

/**
 * Returns whether the coin's owner signed an input of a finished transaction. Supports single keys (P2PKH, P2WPKH, P2WPKH inside
 * P2SH, taproot key path) and P2WSH multisig. Returns false for other scripts, and for signatures with a high s, which nodes
 * don't relay (BIP-146).
 * @param hashTypes The accepted sighash types.
 */
export function isSpendSigned(
  transaction: Transaction,
  index: number,
  prevouts: readonly Prevout[],
  hashTypes: readonly number[] = wholeTransaction,
): boolean {
  try {
    return verifyInput(transaction, index, prevouts, hashTypes)
  } catch {
    // The libraries throw on malformed signatures and keys.
    return false
  }
}

/** Returns whether a script is P2WPKH: version 0 and the hash of a key (BIP-141). */
export function isP2wpkh(script: Uint8Array): boolean {
  return script.length === 22 && script[0] === 0 && script[1] === 20
}

function verifyInput(
  transaction: Transaction,
  index: number,
  prevouts: readonly Prevout[],
  hashTypes: readonly number[],
): boolean {
  const input = transaction.ins[index]
  const prevout = prevouts[index]
  if (!input || !prevout) return false
  const { script, value } = prevout
  const ecdsa = (signature: Uint8Array, key: Uint8Array, hashOf: (hashType: number) => Uint8Array) => {
    const { signature: compact, hashType } = scripts.signature.decode(signature)
    return hashTypes.includes(hashType) && curve().verify(hashOf(hashType), key, compact, true)
  }
  const segwit = (code: Uint8Array) => (hashType: number) =>
    transaction.hashForWitnessV0(index, code, value, hashType)
  const witnessKey = (keyHash: Uint8Array) => {
    const [signature, key, ...rest] = input.witness
    if (!signature || key?.length !== 33 || rest.length > 0 || !sameBytes(hash160(key), keyHash)) return false
    return ecdsa(signature, key, segwit(payToKeyHash(keyHash)))
  }

  if (isP2wpkh(script)) return input.script.length === 0 && witnessKey(script.subarray(2))

  if (script.length === 34 && script[0] === 0x51 && script[1] === 32) {
    const [signature, ...rest] = input.witness
    if (!signature || rest.length > 0 || input.script.length > 0) return false
    if (signature.length !== 64 && signature.length !== 65) return false
    const hashType = signature[64] ?? Transaction.SIGHASH_DEFAULT
    // A signature with SIGHASH_DEFAULT (0) must not have a byte for the sighash type (BIP-341).
    if (!hashTypes.includes(hashType) || (signature.length === 65 && hashType === 0)) return false
    const hash = transaction.hashForWitnessV1(
      index,
      prevouts.map((each) => each.script),
      prevouts.map((each) => each.value),
      hashType,
    )
    return curve().verifySchnorr(hash, script.subarray(2), signature.subarray(0, 64))
  }

  if (script.length === 23 && script[0] === 0xa9 && script[22] === 0x87) {
    const [redeem, ...rest] = scripts.decompile(input.script) ?? []
    if (!(redeem instanceof Uint8Array) || rest.length > 0 || redeem.length !== 22) return false
    if (redeem[0] !== 0 || redeem[1] !== 20 || !sameBytes(hash160(redeem), script.subarray(2, 22)))
      return false
    return witnessKey(redeem.subarray(2))
  }

  if (script.length === 25 && script[0] === 0x76) {
    const [signature, key, ...rest] = scripts.decompile(input.script) ?? []
    if (!(signature instanceof Uint8Array) || !(key instanceof Uint8Array) || rest.length > 0) return false
    if (!sameBytes(hash160(key), script.subarray(3, 23))) return false
    return ecdsa(signature, key, (hashType) => transaction.hashForSignature(index, script, hashType))
  }

  if (script.length === 34 && script[0] === 0 && script[1] === 32) {
    const code = input.witness.at(-1)
    if (!code || !sameBytes(sha256(code), script.subarray(2))) return false
    return isMultisigSigned(code, input.witness.slice(0, -1), (signature, key) =>
      ecdsa(signature, key, segwit(code)),
    )
  }
  return false
}

/**
 * Checks OP_CHECKMULTISIG. The opcode drops the first item, which must be empty (BIP-147). The signatures follow in the order of
 * their keys.
 */
function isMultisigSigned(
  code: Uint8Array,
  [dropped, ...signatures]: readonly Uint8Array[],
  verify: (signature: Uint8Array, key: Uint8Array) => boolean,
): boolean {
  const [m, ...more] = scripts.decompile(code) ?? []
  const keys = more.slice(0, -2)
  const [n, op] = more.slice(-2)
  const counted = typeof m === 'number' && n === 0x50 + keys.length && op === 0xae
  if (!counted || dropped?.length !== 0 || signatures.length !== m - 0x50) return false
  let at = 0
  for (const signature of signatures) {
    let found = false
    while (!found && at < keys.length) {
      const key = keys[at++]
      found = key instanceof Uint8Array && verify(signature, key)
    }
    if (!found) return false
  }
  return true
}

function payToKeyHash(keyHash: Uint8Array): Uint8Array {
  return Uint8Array.from([0x76, 0xa9, 20, ...keyHash, 0x88, 0xac])
}
