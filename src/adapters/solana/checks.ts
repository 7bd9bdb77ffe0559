import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { SendParams } from '../../core/wallet/transaction.ts'
import { checkAmount } from '../shared/check-amount.ts'
import { normalizeAddress } from './address.ts'
import { readTransaction, sameBytes } from './wire.ts'

/** The network's maximum compute unit limit of a transaction. */
const maxUnits = 1_400_000
const maxU64 = 2n ** 64n - 1n
/**
 * The maximum length of a memo in bytes. With this limit, a transfer with a memo fits into a transaction. This value isn't from a
 * specification.
 */
const maxMemo = 500

/** @throws `validation/invalid-amount`, `validation/invalid-address`, `validation/invalid-input` */
export function checkedSend(params: SendParams<'solana'>): SendParams<'solana'> {
  checkAmount(params.amount, maxU64, '2^64 - 1')
  const to = normalizeAddress(params.to)
  if (!to)
    throw latchkeyError('validation/invalid-address', { values: { reason: 'expected 32 bytes in base58' } })
  checkBudget(params.options ?? {}, 'options.')
  if (params.options?.memo !== undefined) checkMemo(params.options.memo)
  return { ...params, to }
}

/** @throws `validation/invalid-input` for a compute budget that the network refuses. */
export function checkBudget(
  {
    computeUnitLimit: limit = 1,
    microLamportsPerUnit: price = 0n,
  }: { readonly computeUnitLimit?: number | undefined; readonly microLamportsPerUnit?: bigint | undefined },
  path = '',
): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxUnits)
    throw invalid(`${path}computeUnitLimit`, `expected a whole number from 1 to ${maxUnits}`)
  if (typeof price !== 'bigint' || price < 0n || price > maxU64)
    throw invalid(`${path}microLamportsPerUnit`, 'expected a bigint from 0 to 2^64 - 1')
}

/** @throws `validation/invalid-input` for a memo that the memo program refuses, or that is too long. */
function checkMemo(memo: unknown): void {
  if (typeof memo !== 'string' || memo === '') throw invalid('options.memo', 'expected a text')
  const bytes = new TextEncoder().encode(memo)
  if (new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) !== memo)
    throw invalid('options.memo', 'expected valid Unicode')
  if (bytes.length > maxMemo) throw invalid('options.memo', `expected at most ${maxMemo} bytes`)
}

/** @throws `validation/invalid-input` unless the bytes are a transaction that the account must sign. */
export function checkSigner(wire: Uint8Array, address: string): void {
  if (!readTransaction(wire).signers.includes(address))
    throw invalid('transaction', `${address} isn't one of its signers`)
}

/**
 * Returns the signed transaction if it is the transaction that the wallet was asked to sign.
 * @throws `wallet/transaction-altered`, `wallet/invalid-answer`
 */
export function checkedSigned(asked: Uint8Array, signed: Uint8Array, address: string): Uint8Array {
  const noTransaction = (cause?: unknown) =>
    latchkeyError('wallet/invalid-answer', {
      values: { method: 'solana:signTransaction', expected: 'a signed transaction' },
      cause,
    })
  let parts: ReturnType<typeof readTransaction>
  try {
    parts = readTransaction(signed)
  } catch (cause) {
    throw noTransaction(cause)
  }
  if (!sameBytes(parts.message, readTransaction(asked).message))
    throw latchkeyError('wallet/transaction-altered')
  const signature = parts.signatures[parts.signers.indexOf(address)]
  if (!signature?.some((byte) => byte !== 0)) throw noTransaction()
  return signed
}

export function invalid(field: string, reason: string) {
  return latchkeyError('validation/invalid-input', { values: { field, reason } })
}
