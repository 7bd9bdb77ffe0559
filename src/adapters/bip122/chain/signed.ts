import { Psbt, script as scripts, Transaction } from 'bitcoinjs-lib'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { sameBytes } from '../message-signature.ts'
import { readWitness } from '../witness.ts'
import { curve } from './curve.ts'
import { prevoutOf } from './psbt.ts'
import { isP2wpkh, isSpendSigned, type Prevout, wholeTransaction } from './spend.ts'

export interface Signed {
  readonly psbt: Psbt
  /** The finished transaction. Undefined if other signers must still sign. */
  readonly transaction: Transaction | undefined
}

/**
 * Checks the PSBT that a wallet returned. The PSBT must have the requested inputs and outputs. Each
 * input in `inputs` that only a single key can spend must be signed with this key. If the PSBT
 * requests a sighash type for an input, the signature must have this type. Otherwise, the signature
 * must cover the whole transaction.
 * @throws `wallet/transaction-altered` for another transaction; `wallet/invalid-answer` if a
 * signature is missing or invalid.
 */
export function checkedSigned(
  asked: Psbt,
  answer: string,
  inputs: readonly number[],
  method: string,
): Signed {
  curve()
  const refuse = (expected: string, cause?: unknown) =>
    latchkeyError('wallet/invalid-answer', { values: { method, expected }, cause })
  let given: Psbt
  try {
    given = Psbt.fromBase64(answer)
  } catch (cause) {
    throw refuse('a PSBT', cause)
  }
  const unsigned = bytesOf(asked)
  if (!sameBytes(unsigned, bytesOf(given))) throw latchkeyError('wallet/transaction-altered')

  // Use the coins of our own PSBT, not of the wallet's PSBT.
  const psbt = asked.clone()
  const finished = asked.clone()
  try {
    psbt.combine(given)
    finished.combine(given)
  } catch (cause) {
    throw refuse('the requested PSBT', cause)
  }
  const transaction = Transaction.fromBuffer(unsigned)
  const prevouts = asked.data.inputs.map((_, index): Prevout => {
    return prevoutOf(asked, index) ?? { script: new Uint8Array(), value: 0n }
  })
  const missing = asked.data.inputs.filter((_, index) => !finish(finished, index, transaction))
  for (const index of inputs) {
    const { sighashType: wanted, redeemScript, tapLeafScript } = asked.data.inputs[index] ?? {}
    const hashTypes = wanted === undefined ? wholeTransaction : [wanted]
    const { script = new Uint8Array() } = prevouts[index] ?? {}
    // A taproot coin with a script can be spent in two ways. The witness of the coin's own key has one item.
    const byScript = tapLeafScript?.length && transaction.ins[index]?.witness.length !== 1
    if (byScript || !isSingleKeyScript(script, redeemScript)) continue
    if (!isSpendSigned(transaction, index, prevouts, hashTypes))
      throw refuse(`a valid signature of input ${index}`)
  }
  return { psbt, transaction: missing.length === 0 ? transaction : undefined }
}

/** Writes an input's final script and witness into the transaction. Returns false if signatures are missing. */
function finish(psbt: Psbt, index: number, transaction: Transaction): boolean {
  const input = psbt.data.inputs[index]
  if (!input) return false
  try {
    const { tapLeafScript } = input
    const isOpen = !input.finalScriptSig && !input.finalScriptWitness
    if (isOpen) psbt.finalizeInput(index)
    const { finalScriptSig, finalScriptWitness } = psbt.data.inputs[index] ?? {}
    if (finalScriptSig) transaction.setInputScript(index, finalScriptSig)
    if (!finalScriptWitness) return true
    const witness = readWitness(finalScriptWitness)
    if (isOpen && tapLeafScript && witness && !isLeafSigned(witness)) return false
    if (witness) transaction.setWitness(index, [...witness])
    return witness !== undefined
  } catch {
    return false
  }
}

/**
 * Returns whether a taproot witness has a signature for each key of its script. The library also finishes an input with fewer
 * signatures.
 */
function isLeafSigned(witness: readonly Uint8Array[]): boolean {
  const code = witness.at(-2)
  if (!code) return true
  // OP_CHECKSIG, OP_CHECKSIGVERIFY and OP_CHECKSIGADD
  const checks = (scripts.decompile(code) ?? []).filter((op) => op === 0xac || op === 0xad || op === 0xba)
  return checks.length === witness.length - 2
}

/** Returns whether a single key can spend a script. Only the nodes check other scripts. */
function isSingleKeyScript(script: Uint8Array, redeemScript: Uint8Array | undefined): boolean {
  const [first, second] = script
  return (
    isP2wpkh(script) ||
    (script.length === 34 && first === 0x51) ||
    (script.length === 23 && first === 0xa9 && (redeemScript === undefined || isP2wpkh(redeemScript))) ||
    (script.length === 25 && first === 0x76 && second === 0xa9)
  )
}

function bytesOf(psbt: Psbt): Uint8Array {
  return psbt.data.globalMap.unsignedTx.toBuffer()
}
