import { hex } from '@scure/base'
import { Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ParsedAddress } from '../address.ts'
import type { Coin } from '../coin-selection.ts'
import { hash160, sameBytes } from '../message-signature.ts'
import { curve } from './curve.ts'
import { type Output, payeesOf } from './payees.ts'
import { wholeTransaction } from './spend.ts'

export interface Draft {
  readonly coins: readonly Coin[]
  readonly from: ParsedAddress
  /** The account's public key in hex, if the wallet returned it. */
  readonly publicKey: string | undefined
  readonly outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[]
  readonly replaceable: boolean
  /**
   * The transactions that created the coins, by id. Signers need them for inputs that aren't taproot. The signature of such an
   * input doesn't cover the values of the other inputs, so only the whole transactions prove the fee.
   */
  readonly previous: ReadonlyMap<string, string>
}

/**
 * The input sequences for a transaction that can be replaced with a higher fee (BIP-125), and for a transaction that can't be
 * replaced.
 */
const sequences = { replaceable: 0xfffffffd, final: 0xfffffffe } as const

/** Builds a PSBT with all data that a wallet needs to check and sign the transaction (BIP-174, BIP-371). */
export function buildPsbt({ coins, from, publicKey, outputs, replaceable, previous }: Draft): Psbt {
  curve()
  const psbt = new Psbt()
  const key = publicKey === undefined ? undefined : hex.decode(publicKey)
  for (const { txid, vout, value } of coins) {
    const whole = previous.get(txid)
    psbt.addInput({
      hash: txid,
      index: vout,
      sequence: replaceable ? sequences.replaceable : sequences.final,
      ...(whole !== undefined && { nonWitnessUtxo: hex.decode(whole) }),
      ...(from.kind !== 'p2pkh' && { witnessUtxo: { script: from.script, value } }),
      ...(from.kind === 'p2sh' && { redeemScript: redeemScript(from, key) }),
      ...(from.kind === 'p2tr' && internalKey(from, key)),
    })
  }
  psbt.addOutputs([...outputs])
  return psbt
}

/** Returns the redeem script for P2WPKH inside P2SH, the only supported form of P2SH. */
function redeemScript(from: ParsedAddress, key: Uint8Array | undefined): Uint8Array {
  const script = key?.length === 33 ? Uint8Array.from([0, 20, ...hash160(key)]) : undefined
  if (script && sameBytes(hash160(script), from.program)) return script
  throw latchkeyError('adapter/public-key-error')
}

/**
 * Returns the taproot internal key. Wallets return this key with or without a parity byte. Ignores the output key, which some
 * wallets return, and bytes that aren't a key.
 */
function internalKey(from: ParsedAddress, key: Uint8Array | undefined) {
  const tapInternalKey = key?.length === 33 ? key.subarray(1) : key
  if (tapInternalKey?.length !== 32) return {}
  try {
    const { pubkey } = payments.p2tr({ internalPubkey: tapInternalKey })
    return pubkey && sameBytes(pubkey, from.program) ? { tapInternalKey } : {}
  } catch {
    // The library throws if the bytes aren't a point of the curve.
    return {}
  }
}

/** @throws `validation/invalid-input` for text that isn't a PSBT. */
export function readPsbt(text: string): Psbt {
  curve()
  try {
    return Psbt.fromBase64(text)
  } catch (cause) {
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'psbt', reason: 'is not a PSBT in base64 (BIP-174)' },
      cause,
    })
  }
}

/**
 * Returns the output that an input spends. Returns undefined if the PSBT doesn't contain this output.
 * @throws `validation/invalid-input` if the previous transaction in the PSBT can't be decoded, or isn't the transaction that the
 * input spends, or if the PSBT contains two different outputs for one coin. In the last two cases, a wallet could show one output
 * and sign the other.
 */
export function prevoutOf(psbt: Psbt, index: number) {
  const { witnessUtxo, nonWitnessUtxo } = psbt.data.inputs[index] ?? {}
  const outpoint = psbt.txInputs[index]
  if (!nonWitnessUtxo || !outpoint) return witnessUtxo
  const made = decoded(nonWitnessUtxo)
  if (!made) throw refusedInput(index, "has a previous transaction that can't be decoded")
  const output = made.outs[outpoint.index]
  if (!output || !sameBytes(made.getHash(), outpoint.hash))
    throw refusedInput(index, "has a previous transaction that doesn't match its outpoint")
  if (witnessUtxo && (witnessUtxo.value !== output.value || !sameBytes(witnessUtxo.script, output.script)))
    throw refusedInput(index, 'has two different previous outputs')
  return output
}

function decoded(bytes: Uint8Array): Transaction | undefined {
  try {
    return Transaction.fromBuffer(bytes)
  } catch {
    return undefined
  }
}

function refusedInput(index: number, reason: string): Error {
  return latchkeyError('validation/invalid-input', { values: { field: `psbt.inputs[${index}]`, reason } })
}

/**
 * Returns for each input whether its value is proven. The proof is either the whole transaction that created the coin, or the
 * signatures that the wallet is going to add. A taproot signature of the whole transaction covers the values of all inputs
 * (BIP-341), so it is invalid if one value is wrong. The signature of any other input doesn't cover the values of the other
 * inputs, and can be combined with the signatures of another PSBT (CVE-2020-14199).
 * @param signing The inputs to sign.
 */
export function provenInputs(psbt: Psbt, signing: readonly number[]): readonly boolean[] {
  const coversAll = (index: number) => {
    const type = psbt.data.inputs[index]?.sighashType ?? Transaction.SIGHASH_DEFAULT
    return wholeTransaction.includes(type) && isTaproot(prevoutOf(psbt, index)?.script)
  }
  const covered = signing.length > 0 && signing.every(coversAll)
  return psbt.data.inputs.map(({ nonWitnessUtxo, witnessUtxo }) =>
    Boolean(nonWitnessUtxo || (covered && witnessUtxo)),
  )
}

function isTaproot(script: Uint8Array | undefined): boolean {
  return script?.length === 34 && script[0] === 0x51 && script[1] === 32
}

/**
 * Returns the network fee of a transaction, in sats.
 * @param signing The inputs to sign.
 * @throws `validation/invalid-input` if the PSBT doesn't prove the value of every input.
 */
export function feeOf(psbt: Psbt, signing: readonly number[]): bigint {
  const paid = psbt.txOutputs.reduce((sum, { value }) => sum + value, 0n)
  const proven = provenInputs(psbt, signing)
  return psbt.data.inputs.reduce((rest, _, index) => {
    const prevout = prevoutOf(psbt, index)
    if (prevout && proven[index]) return rest + prevout.value
    const reason = prevout
      ? `lacks the transaction that created the coin of input ${index}, so its fee isn't proven`
      : `lacks the previous output of input ${index}, so its fee is unknown`
    throw latchkeyError('validation/invalid-input', { values: { field: 'psbt', reason } })
  }, -paid)
}

/** Returns the payees: the outputs that don't go back to the accounts of the inputs. */
export function payeesIn(psbt: Psbt): readonly Output[] {
  const inputs = psbt.data.inputs.map((_, index) =>
    hex.encode(prevoutOf(psbt, index)?.script ?? new Uint8Array()),
  )
  const outputs = psbt.txOutputs.map(({ script, value }) => ({ script: hex.encode(script), value }))
  return payeesOf(inputs, outputs)
}

export function outpointOf(
  psbt: Psbt,
  index: number,
): { readonly txid: string; readonly vout: number } | undefined {
  const input = psbt.txInputs[index]
  return input && { txid: hex.encode(Uint8Array.from(input.hash).reverse()), vout: input.index }
}
