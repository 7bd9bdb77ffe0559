import type { CoinTransfer } from '../../core/chain/coin-moves.ts'
import { cosmosAttributes, cosmosEffects } from '../../core/chain/cosmos-transfers.ts'
import { isObject } from '../../core/json/is-object.ts'

/** A transaction of the account. */
export interface ReadTransaction {
  readonly hash: string
  readonly height: number
  /** The time of the block, in ms. */
  readonly at: number
  readonly failed: boolean
  /** Whether the account sent one of the messages. */
  readonly isSender: boolean
  /** The account that sent the first message. */
  readonly sender: string | undefined
  /** The account's transfers. The network fee isn't among them. */
  readonly transfers: readonly CoinTransfer[]
}

/**
 * Reads a transaction in the format of `TxResponse` (cosmos-sdk, proto/cosmos/base/abci/v1beta1/abci.proto). Returns undefined if
 * the transaction is invalid, or if it doesn't involve the account.
 */
export function readTransaction(item: unknown, owner: string): ReadTransaction | undefined {
  if (!isObject(item)) return undefined
  const { txhash: hash, height, code, timestamp, events, logs } = item
  if (typeof hash !== 'string' || !/^[\dA-F]{64}$/.test(hash)) return undefined
  if (typeof height !== 'string' || !/^[1-9]\d{0,14}$/.test(height)) return undefined
  if (typeof code !== 'number' || !Number.isSafeInteger(code) || code < 0) return undefined
  const isTime = typeof timestamp === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(timestamp)
  const at = isTime ? Date.parse(timestamp) : Number.NaN
  if (Number.isNaN(at)) return undefined
  const logged = Array.isArray(logs) ? logs.filter(isObject).map((log) => log.events) : []
  // CometBFT before 0.37 encodes the attributes of `events` in base64. So search for both forms.
  const coded = btoa(owner)
  const isOwn = ({ value }: { readonly value: string }) => value === owner || value === coded
  if (![events, ...logged].some((some) => cosmosAttributes(some).some(isOwn))) return undefined
  const effects = cosmosEffects({ events, logs })
  if (!effects) return undefined
  const { senders, transfers } = effects
  return {
    ...{ hash, at, height: Number(height), failed: code !== 0 },
    isSender: senders.includes(owner),
    sender: senders[0],
    transfers: transfers.filter(({ sender, recipient }) => sender === owner || recipient === owner),
  }
}
