import { crypto, script as scripts, Transaction } from 'bitcoinjs-lib'
import { readOutputScript } from '../output-script.ts'
import { notSimulated, rejected } from './refusal.ts'
import { isEcdsaSigned, isSchnorrSigned } from './signature.ts'
import { type Coin, hex } from './transaction.ts'

/** The error of an invalid signature, in bitcoind's words. */
const unsigned = (why: string) => rejected(`mempool-script-verify-flag-failed (${why})`)

/**
 * Checks whether an input can spend its coin with one key, in one of the four standard ways. Rejects inputs that need other scripts.
 * @param spent The coins of all inputs, because a BIP-341 signature covers them all.
 * @throws NodeRefusal
 */
export function checkInput(transaction: Transaction, at: number, spent: readonly Coin[]): void {
  const [input, coin] = [transaction.ins[at], spent[at]]
  if (!input || !coin) throw unsigned('there is no such input')
  const { kind, content } = readOutputScript(coin.script)
  const native = kind === 'witness_v0_keyhash' || kind === 'witness_v1_taproot'
  if (native && input.script.length > 0) throw unsigned('Witness requires empty scriptSig')
  if (kind === 'pubkeyhash') checkKeyHash(transaction, at, coin.script, content)
  else if (kind === 'scripthash') checkNested(transaction, at, coin, content)
  else if (kind === 'witness_v0_keyhash') checkWitnessKeyHash(transaction, at, coin.value, content)
  else if (kind === 'witness_v1_taproot') checkTaproot(transaction, at, spent, content)
  else throw notSimulated(`spending an output of kind ${kind}`)
}

/** P2PKH: the input script has the signature and the key. */
function checkKeyHash(transaction: Transaction, at: number, script: Uint8Array, hash: Uint8Array): void {
  const { script: given = none, witness = [] } = transaction.ins[at] ?? {}
  if (witness.length > 0) throw rejected('bad-witness-nonstandard')
  const chunks = scripts.decompile(given)
  const [signature, publicKey, ...others] = chunks ?? []
  if (!isBytes(signature) || !isBytes(publicKey) || others.length > 0 || !chunks)
    throw unsigned('the input does not hold a signature and a key')
  if (hex(scripts.compile(chunks)) !== hex(given)) throw unsigned('Data push larger than necessary')
  if (!isKey(publicKey, 33, 65)) throw unsigned('Public key is neither compressed or uncompressed')
  requireKey(publicKey, hash)
  // If the transaction has no output at the input's index, a SINGLE signature signs the number one instead of the transaction.
  // BIP-143 has no such flaw.
  const single = ((signature.at(-1) ?? 0) & 0x1f) === Transaction.SIGHASH_SINGLE
  if (single && at >= transaction.outs.length)
    throw notSimulated('SIGHASH_SINGLE without an output at its place')
  const digest = (type: number) => transaction.hashForSignature(at, script, type)
  requireSigned(isEcdsaSigned(signature, publicKey, digest))
}

/** P2SH: supports only P2WPKH inside (BIP-141). */
function checkNested(transaction: Transaction, at: number, coin: Coin, hash: Uint8Array): void {
  const { script = none } = transaction.ins[at] ?? {}
  const redeem = script.subarray(1)
  if (script[0] !== redeem.length || readOutputScript(redeem).kind !== 'witness_v0_keyhash')
    throw notSimulated('spending a P2SH output that is no P2SH-P2WPKH')
  requireKey(redeem, hash)
  checkWitnessKeyHash(transaction, at, coin.value, redeem.subarray(2))
}

/** P2WPKH (BIP-143). */
function checkWitnessKeyHash(transaction: Transaction, at: number, value: bigint, hash: Uint8Array): void {
  const { witness: [signature, publicKey, ...others] = [] } = transaction.ins[at] ?? {}
  if (!signature || !publicKey || others.length > 0) throw unsigned('Witness program hash mismatch')
  if (!isKey(publicKey, 33)) throw unsigned('Using non-compressed keys in segwit')
  requireKey(publicKey, hash)
  const code = Uint8Array.from([0x76, 0xa9, 20, ...hash, 0x88, 0xac])
  const digest = (type: number) => transaction.hashForWitnessV0(at, code, value, type)
  requireSigned(isEcdsaSigned(signature, publicKey, digest))
}

/** P2TR: supports only the key path (BIP-341). */
function checkTaproot(transaction: Transaction, at: number, spent: readonly Coin[], key: Uint8Array): void {
  const { witness: [signature, ...others] = [] } = transaction.ins[at] ?? {}
  if (!signature) throw unsigned('Witness program was passed an empty witness')
  if (others.length > 0) throw notSimulated('spending a taproot output by a script or with an annex')
  const explicit = signature.length === 65
  const type = explicit ? (signature[64] ?? 0) : Transaction.SIGHASH_DEFAULT
  if (signature.length !== 64 && !explicit) throw unsigned('Invalid Schnorr signature size')
  const single = (type & 3) === Transaction.SIGHASH_SINGLE && at >= transaction.outs.length
  if ((explicit && !taprootTypes.includes(type)) || single)
    throw unsigned('Invalid Schnorr signature hash type')
  const digest = transaction.hashForWitnessV1(
    at,
    spent.map(({ script }) => script),
    spent.map(({ value }) => value),
    type,
  )
  if (!isSchnorrSigned(signature.subarray(0, 64), key, digest)) throw unsigned('Invalid Schnorr signature')
}

/** The sighash types that can end a signature (BIP-341). A signature of the default type has no such byte. */
const taprootTypes: readonly number[] = [0x01, 0x02, 0x03, 0x81, 0x82, 0x83]
const none = new Uint8Array(0)

function isBytes(chunk: number | Uint8Array | undefined): chunk is Uint8Array {
  return typeof chunk === 'object'
}

/** Checks only the format. Verifying the signature shows later whether the point is valid. */
function isKey(bytes: Uint8Array, ...lengths: readonly (33 | 65)[]): boolean {
  const [first] = bytes
  if (bytes.length === 33) return lengths.includes(33) && (first === 2 || first === 3)
  return bytes.length === 65 && lengths.includes(65) && first === 4
}

function requireKey(bytes: Uint8Array, hash: Uint8Array): void {
  if (hex(crypto.hash160(bytes)) !== hex(hash)) throw unsigned('Script failed an OP_EQUALVERIFY operation')
}

function requireSigned(signed: boolean): void {
  if (!signed) throw unsigned('Signature must be zero for failed CHECK(MULTI)SIG operation')
}
