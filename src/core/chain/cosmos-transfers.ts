import { isObject } from '../json/is-object.ts'
import type { CoinTransfer } from './coin-moves.ts'

/** The senders and the transfers of a transaction's messages. The payment of the network fee isn't a message. */
export interface CosmosEffects {
  /** The accounts that sent the messages. */
  readonly senders: readonly string[]
  readonly transfers: readonly CoinTransfer[]
}

type Item = Readonly<Record<string, unknown>>

const list = (value: unknown): readonly Item[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Returns the attributes of events. Attributes without a value are left out. */
export function cosmosAttributes(
  events: unknown,
): readonly { readonly key: unknown; readonly value: string }[] {
  return list(events).flatMap(({ attributes }) =>
    list(attributes).flatMap(({ key, value }) => (typeof value === 'string' ? [{ key, value }] : [])),
  )
}

/**
 * Reads the events of a transaction (cosmos-sdk, proto/cosmos/base/abci/v1beta1/abci.proto). Returns undefined if an amount is
 * invalid.
 * @param logs The events of the messages, in versions before SDK 0.50. Since SDK 0.50, these events are in `events` and have the
 * attribute `msg_index`.
 */
export function cosmosEffects({
  events,
  logs,
}: {
  readonly events: unknown
  readonly logs: unknown
}): CosmosEffects | undefined {
  const logged = list(logs).flatMap((log) => list(log.events))
  const ofMessages =
    logged.length > 0
      ? logged
      : list(events).filter((event) => cosmosAttributes([event]).some(({ key }) => key === 'msg_index'))
  const senders = cosmosAttributes(ofMessages.filter(({ type }) => type === 'message')).flatMap(
    ({ key, value }) => (key === 'sender' ? [value] : []),
  )
  const transfers = ofMessages
    .filter(({ type }) => type === 'transfer')
    .flatMap((event) => transfersIn(event, senders[0]))
  const valid = transfers.flatMap((one) => one ?? [])
  return valid.length === transfers.length ? { senders, transfers: valid } : undefined
}

/**
 * Returns the transfers in an event. In `logs`, one event can contain several transfers. For a transfer with an invalid amount,
 * the list contains undefined.
 * @param sender The sender of a transfer whose event names no sender, as in `MsgMultiSend`.
 */
function transfersIn(event: Item, sender: string | undefined): readonly (CoinTransfer | undefined)[] {
  const found: (CoinTransfer | undefined)[] = []
  let parties: { sender?: string; recipient?: string } = {}
  for (const { key, value } of cosmosAttributes([event])) {
    if (key === 'sender' || key === 'recipient') parties[key] = value
    if (key !== 'amount') continue
    const coins = cosmosCoins(value)
    found.push(coins && { sender: parties.sender ?? sender, recipient: parties.recipient, coins })
    parties = {}
  }
  return found
}

/** Reads coins such as `100uatom,5ibc/…`. Returns undefined for any other text. */
export function cosmosCoins(text: string): CoinTransfer['coins'] | undefined {
  if (text === '') return []
  const coins = text.split(',').map((coin) => /^(\d{1,78})([a-zA-Z][a-zA-Z0-9/:._-]{2,127})$/.exec(coin))
  if (coins.includes(null)) return undefined
  return coins.map((match) => [match?.[2] ?? '', BigInt(match?.[1] ?? 0)] as const)
}
