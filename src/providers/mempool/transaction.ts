import type { EsploraOutput, EsploraTransfer } from '../../core/chain/bitcoin-transfer.ts'
import { isObject } from '../../core/json/is-object.ts'

export interface ReadTransaction extends EsploraTransfer {
  readonly txid: string
  /** The number of the block. Undefined for an unconfirmed transaction. */
  readonly block: number | undefined
  /** The block's Unix time in seconds. Undefined for an unconfirmed transaction. */
  readonly seconds: number | undefined
}

/** The number of sats that will ever exist. */
const mostSats = 21e14

/** Reads a transaction. Returns undefined if the transaction is invalid, or if it doesn't move coins of the address. */
export function readTransaction(item: unknown, address: string): ReadTransaction | undefined {
  if (!isObject(item) || !isObject(item.status)) return undefined
  const { txid, vin, vout, fee, status } = item
  if (typeof txid !== 'string' || !/^[\da-f]{64}$/.test(txid)) return undefined
  if (!Array.isArray(vin) || !vin.every(isInput) || !Array.isArray(vout) || !vout.every(isOutput))
    return undefined
  if (!isAmount(fee) || typeof status.confirmed !== 'boolean') return undefined
  const outputs = [...vin.map(({ prevout }) => prevout), ...vout]
  if (!outputs.some((one) => one?.scriptpubkey_address === address)) return undefined
  const { confirmed, block_height: block, block_time: seconds } = status
  if (!confirmed) return { txid, vin, vout, fee, block: undefined, seconds: undefined }
  return isPlace(block) && isPlace(seconds) ? { txid, vin, vout, fee, block, seconds } : undefined
}

function isInput(value: unknown): value is { readonly prevout: EsploraOutput | null } {
  // The input of a coinbase transaction spends no output.
  return isObject(value) && (value.prevout === null || isOutput(value.prevout))
}

function isOutput(value: unknown): value is EsploraOutput {
  if (!isObject(value) || !isAmount(value.value)) return false
  const { scriptpubkey_address: address } = value
  return address === undefined || (typeof address === 'string' && /^\w{0,100}$/.test(address))
}

function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= mostSats
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
