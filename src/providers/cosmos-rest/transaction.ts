import { isObject } from '../../core/json/is-object.ts'

interface Transfer {
  readonly sender: string | undefined
  readonly recipient: string | undefined
  readonly coins: readonly (readonly [denom: string, amount: bigint])[]
}
type Item = Readonly<Record<string, unknown>>

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
  readonly transfers: readonly Transfer[]
}

const list = (value: unknown): readonly Item[] => (Array.isArray(value) ? value.filter(isObject) : [])
/** Returns the attributes of events. Attributes without a value are left out. */
const attributesOf = (events: readonly Item[]) =>
  events.flatMap(({ attributes }) =>
    list(attributes).flatMap(({ key, value }) => (typeof value === 'string' ? [{ key, value }] : [])),
  )

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
  const all = list(events)
  const logged = list(logs).flatMap((log) => list(log.events))
  // CometBFT before 0.37 encodes the attributes of `events` in base64. So search for both forms.
  const coded = btoa(owner)
  if (!attributesOf([...all, ...logged]).some(({ value }) => value === owner || value === coded))
    return undefined
  // The events of messages, without those of the network fee. Before SDK 0.50, they are in `logs`. Since then, `logs` is empty, and
  // the events of messages have the attribute `msg_index`.
  const ofMessages =
    logged.length > 0
      ? logged
      : all.filter((event) => attributesOf([event]).some(({ key }) => key === 'msg_index'))
  const senders = attributesOf(ofMessages.filter(({ type }) => type === 'message')).flatMap(
    ({ key, value }) => (key === 'sender' ? [value] : []),
  )
  const transfers = ofMessages
    .filter(({ type }) => type === 'transfer')
    .flatMap((event) => transfersIn(event, senders[0]))
  if (transfers.some((one) => one === undefined)) return undefined
  return {
    ...{ hash, at, height: Number(height), failed: code !== 0 },
    isSender: senders.includes(owner),
    sender: senders[0],
    transfers: transfers.flatMap((one) =>
      one && (one.sender === owner || one.recipient === owner) ? [one] : [],
    ),
  }
}

/**
 * Returns the transfers in an event. In `logs`, one event can contain several. An invalid amount becomes undefined.
 * @param sender The sender of a transfer that names none, as in `MsgMultiSend`.
 */
function transfersIn(event: Item, sender: string | undefined): readonly (Transfer | undefined)[] {
  const found: (Transfer | undefined)[] = []
  let parties: { sender?: string; recipient?: string } = {}
  for (const { key, value } of attributesOf([event])) {
    if (key === 'sender' || key === 'recipient') parties[key] = value
    if (key !== 'amount') continue
    const coins = coinsIn(value)
    found.push(coins && { sender: parties.sender ?? sender, recipient: parties.recipient, coins })
    parties = {}
  }
  return found
}

/** Reads coins such as `100uatom,5ibc/…`. */
function coinsIn(text: string): Transfer['coins'] | undefined {
  if (text === '') return []
  const coins = text.split(',').map((coin) => /^(\d{1,78})([a-zA-Z][a-zA-Z0-9/:._-]{2,127})$/.exec(coin))
  if (coins.includes(null)) return undefined
  return coins.map((match) => [match?.[2] ?? '', BigInt(match?.[1] ?? 0)] as const)
}
