import { script as scripts, type Transaction } from 'bitcoinjs-lib'
import { readOutputScript } from '../output-script.ts'
import { failed, notSimulated, rejected } from './refusal.ts'

/** bitcoind's rules for relaying transactions, which are stricter than consensus (`policy/policy.h`). */

/** The minimum fee rate in sats per vbyte. A replacement must pay this rate for its own size, on top of the replaced fees. */
export const relayFee = 1n
const maxWeight = 400_000
/** The size without witnesses, in bytes. A smaller transaction could be mistaken for an inner node of a block's Merkle tree. */
const minSize = 65
const maxScriptSig = 1650
const maxData = 83
/** In sats per vbyte. An output is dust if spending it at this rate would cost more than its value. */
const dustRate = 3n
/** The size in vbytes of an input that spends the output. */
const spending = { witness: 67n, other: 148n } as const
/** In sats per vbyte. `sendrawtransaction` refuses a higher rate as a mistake. */
const maxFeeRate = 10_000n

/** @throws NodeRefusal */
export function checkStandard(transaction: Transaction): void {
  const { version, ins, outs } = transaction
  if (version === 3) throw notSimulated('transactions of version 3')
  if (version < 1 || version > 3) throw rejected('version')
  if (transaction.weight() > maxWeight) throw rejected('tx-size')
  if (transaction.byteLength(false) < minSize) throw rejected('tx-size-small')
  // Some token protocols mark their transactions with this lock time. Bitcoin Core relays such a transaction, but Bitcoin Knots
  // doesn't.
  if (transaction.locktime === 21) throw notSimulated('a lock time of 21')
  for (const { script } of ins) {
    if (script.length > maxScriptSig) throw rejected('scriptsig-size')
    if (!isPushOnly(script)) throw rejected('scriptsig-not-pushonly')
  }
  for (const { script, value } of outs) checkOutput(script, value)
  const data = outs.filter(({ script }) => readOutputScript(script).kind === 'nulldata').length
  if (data > 1) throw rejected('multi-op-return')
  // Bitcoin Core accepts such a transaction, but Bitcoin Knots doesn't.
  if (data === outs.length) throw notSimulated('a transaction with nothing but data')
}

function checkOutput(script: Uint8Array, value: bigint): void {
  const { kind, content } = readOutputScript(script)
  if (kind === 'nonstandard') throw rejected('scriptpubkey')
  // Only some nodes accept such outputs.
  if (kind === 'pubkey') throw notSimulated('an output to a public key by itself')
  if (kind === 'anchor') throw notSimulated('an anchor output')
  if (kind === 'witness_unknown' && content.length > 32)
    throw notSimulated('a program of a later witness version with more than 32 bytes')
  if (kind === 'nulldata') {
    if (script.length > maxData) throw rejected('datacarrier')
    if (!isData(content)) throw notSimulated('an OP_RETURN with anything but pushed bytes')
    if (value > 0n) throw failed('Unspendable output exceeds maximum configured by user (maxburnamount)')
  } else if (value < dustOf(script)) throw rejected('dust')
}

/** Returns the minimum value of an output, in sats. */
function dustOf(script: Uint8Array): bigint {
  const { version } = readOutputScript(script)
  // The value takes 8 bytes, and the length of the script takes one byte.
  const size = 8n + 1n + BigInt(script.length)
  return dustRate * (size + (version === undefined ? spending.other : spending.witness))
}

/** @throws NodeRefusal */
export function checkFee(fee: bigint, size: bigint): void {
  const least = relayFee * size
  if (fee < least) throw rejected(`min relay fee not met, ${fee} < ${least}`)
}

/** @throws NodeRefusal */
export function checkNotTooMuch(fee: bigint, size: bigint): void {
  if (fee > maxFeeRate * size)
    throw failed('Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)')
}

function isPushOnly(script: Uint8Array): boolean {
  const chunks = scripts.decompile(script)
  return chunks !== null && scripts.isPushOnly(chunks)
}

/**
 * Returns whether the script pushes only bytes or zero. bitcoind also accepts other small numbers. But a token protocol uses one
 * of them as its mark, and some nodes reject such transactions.
 */
function isData(pushes: Uint8Array): boolean {
  const chunks = scripts.decompile(pushes)
  return chunks?.every((chunk) => typeof chunk !== 'number' || chunk === 0) ?? false
}
