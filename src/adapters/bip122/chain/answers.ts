import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { wholeNumber } from '../../../core/json/exact-json.ts'
import type { Coin } from '../coin-selection.ts'
import { maxSats } from '../units.ts'
import { type Output, payeesOf } from './payees.ts'

/**
 * The balance of an address, as an Esplora endpoint reports it. The functions in this file check that each answer of an endpoint
 * has a valid form, and that its amounts are possible.
 */

export interface AddressSums {
  /** The confirmed balance, in sats. */
  readonly confirmed: bigint
  /** How much the unconfirmed transactions add to the balance, in sats. Negative if the account spends more than it receives. */
  readonly pending: bigint
}

export function addressSums(answer: unknown, path: string): AddressSums {
  const sums = ['chain_stats', 'mempool_stats'].map((part) => {
    const stats = member(answer, part)
    return count(member(stats, 'funded_txo_sum'), path) - count(member(stats, 'spent_txo_sum'), path)
  })
  const [confirmed = 0n, pending = 0n] = sums
  if (confirmed < 0n || confirmed + pending < 0n) throw invalidAnswer(path)
  return { confirmed, pending }
}

export function coinList(answer: unknown, path: string): readonly Coin[] {
  if (!Array.isArray(answer)) throw invalidAnswer(path)
  const seen = new Set<string>()
  return answer.map((each) => {
    const [txid, vout] = [member(each, 'txid'), member(each, 'vout')]
    const confirmed = member(member(each, 'status'), 'confirmed')
    const key = `${txid}:${vout}`
    if (!isTxid(txid) || !isCount(vout) || typeof confirmed !== 'boolean' || seen.has(key))
      throw invalidAnswer(path)
    seen.add(key)
    return { txid, vout, value: sats(member(each, 'value'), path), confirmed }
  })
}

/**
 * Returns the fee rate for a confirmation within `target` blocks, in sats per virtual byte. If the answer doesn't have this
 * target, uses the next shorter target, or else the shortest one. Returns undefined for an empty answer, which means that the
 * node can't estimate.
 */
export function feeRate(answer: unknown, target: number, path: string): number | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw invalidAnswer(path)
  if (Object.keys(answer).length === 0) return undefined
  const rates = Object.entries(answer ?? {}).flatMap(([blocks, rate]) =>
    /^\d+$/.test(blocks) && typeof rate === 'number' && Number.isFinite(rate) && rate > 0
      ? [{ blocks: Number(blocks), rate }]
      : [],
  )
  const soon = rates.filter(({ blocks }) => blocks <= target).sort((a, b) => b.blocks - a.blocks)[0]
  const late = rates.sort((a, b) => a.blocks - b.blocks)[0]
  const found = soon ?? late
  if (!found) throw invalidAnswer(path)
  return found.rate
}

export interface TransactionAnswer {
  readonly fee: bigint
  readonly height: number | undefined
  /** The block's time, in ms. */
  readonly at: number | undefined
}

export function transactionAnswer(answer: unknown, txid: string, path: string): TransactionAnswer {
  const status = member(answer, 'status')
  const confirmed = member(status, 'confirmed')
  if (member(answer, 'txid') !== txid || typeof confirmed !== 'boolean') throw invalidAnswer(path)
  const [height, time] = [member(status, 'block_height'), member(status, 'block_time')]
  if (confirmed && (!isCount(height) || !isCount(time))) throw invalidAnswer(path)
  return {
    fee: sats(member(answer, 'fee'), path),
    height: confirmed ? (height as number) : undefined,
    at: confirmed ? (time as number) * 1000 : undefined,
  }
}

/**
 * Returns the id of the transaction that spends an output, and whether this transaction is confirmed. Returns undefined for an
 * unspent output.
 */
export function spenderAnswer(answer: unknown, path: string) {
  const spent = member(answer, 'spent')
  if (typeof spent !== 'boolean') throw invalidAnswer(path)
  const txid = member(answer, 'txid')
  if (!spent) return undefined
  if (!isTxid(txid)) throw invalidAnswer(path)
  return { txid, confirmed: member(member(answer, 'status'), 'confirmed') === true }
}

/** Returns the payees of a transaction: the outputs that don't go back to the accounts of its inputs. */
export function payeesAnswer(answer: unknown, path: string): readonly Output[] {
  const [vin, vout] = [member(answer, 'vin'), member(answer, 'vout')]
  if (!Array.isArray(vin) || !Array.isArray(vout)) throw invalidAnswer(path)
  const inputs = vin.map((each) => String(member(member(each, 'prevout'), 'scriptpubkey')))
  const outputs = vout.map((each) => ({
    script: String(member(each, 'scriptpubkey')),
    value: sats(member(each, 'value'), path),
  }))
  return payeesOf(inputs, outputs)
}

export function heightAnswer(answer: string | undefined, path: string): number {
  const height = /^\d{1,9}$/.test(answer?.trim() ?? '') ? Number(answer) : undefined
  if (height === undefined) throw invalidAnswer(path)
  return height
}

export function isTxid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

export function invalidAnswer(path: string) {
  return latchkeyError('rpc/invalid-value', { values: { method: path } })
}

function sats(value: unknown, path: string): bigint {
  const found = count(value, path)
  if (found > maxSats) throw invalidAnswer(path)
  return found
}

/**
 * Reads a number that may exceed `maxSats`. An address can receive more than the supply over time, because coins can return to
 * it.
 */
function count(value: unknown, path: string): bigint {
  const found = wholeNumber(value)
  if (found === undefined) throw invalidAnswer(path)
  return found
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}
