import { Psbt, Transaction } from 'bitcoinjs-lib'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { sameBytes } from '../message-signature.ts'
import { curve } from './curve.ts'
import { prevoutOf } from './psbt.ts'
import { isSpendSigned, type Prevout, wholeTransaction } from './spend.ts'

export interface Signed {
  readonly psbt: Psbt
  /** Undefined while inputs are missing that others have to sign. */
  readonly transaction: Transaction | undefined
}

/**
 * What a wallet gave back for a PSBT, once it is sure that it is the same transaction with valid signatures: every input and
 * output as it was asked, each of `inputs` signed by whom the coin belongs to, for all of the transaction (or for as much of
 * it as the PSBT itself asks).
 *
 * @throws `wallet/transaction-altered` for another transaction, `wallet/invalid-answer` for one that is not signed so.
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

  // What the coins are is for us to say, not for the wallet: ours comes first.
  const psbt = asked.clone()
  const finished = asked.clone()
  try {
    psbt.combine(given)
    finished.combine(given)
  } catch (cause) {
    throw refuse('the PSBT that it was asked to sign', cause)
  }
  const transaction = Transaction.fromBuffer(unsigned)
  const prevouts = asked.data.inputs.map((_, index): Prevout => {
    return prevoutOf(asked, index) ?? { script: new Uint8Array(), value: 0n }
  })
  const missing = asked.data.inputs.filter((_, index) => !finish(finished, index, transaction))
  for (const index of inputs) {
    const wanted = asked.data.inputs[index]?.sighashType
    const hashTypes = wanted === undefined ? wholeTransaction : [wanted]
    const { script = new Uint8Array() } = prevouts[index] ?? {}
    if (isJudged(script) && !isSpendSigned(transaction, index, prevouts, hashTypes))
      throw refuse(`a valid signature of input ${index}`)
  }
  return { psbt, transaction: missing.length === 0 ? transaction : undefined }
}

/** Puts the script and witness of an input in place; false when it is not signed as far as it must be. */
function finish(psbt: Psbt, index: number, transaction: Transaction): boolean {
  const input = psbt.data.inputs[index]
  if (!input) return false
  try {
    if (!input.finalScriptSig && !input.finalScriptWitness) psbt.finalizeInput(index)
    const { finalScriptSig, finalScriptWitness } = psbt.data.inputs[index] ?? {}
    if (finalScriptSig) transaction.setInputScript(index, finalScriptSig)
    if (finalScriptWitness) transaction.setWitness(index, [...witnessOf(finalScriptWitness)])
    return true
  } catch {
    return false
  }
}

/** A witness as it stands in a PSBT: a count, then each item with its length, as compact sizes. */
function witnessOf(bytes: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number) => {
    at += length
    return at - length
  }
  const size = () => {
    const first = view.getUint8(take(1))
    if (first < 0xfd) return first
    return first === 0xfd ? view.getUint16(take(2), true) : view.getUint32(take(4), true)
  }
  return Array.from({ length: size() }, () => {
    const from = take(size())
    if (at > bytes.length) throw new RangeError('The witness is cut off')
    return bytes.slice(from, at)
  })
}

/** Scripts of single keys. What else there is, only nodes judge. */
function isJudged(script: Uint8Array): boolean {
  const [first, second] = script
  return (
    (script.length === 22 && first === 0) ||
    (script.length === 34 && first === 0x51) ||
    (script.length === 23 && first === 0xa9) ||
    (script.length === 25 && first === 0x76 && second === 0xa9)
  )
}

function bytesOf(psbt: Psbt): Uint8Array {
  return psbt.data.globalMap.unsignedTx.toBuffer()
}
