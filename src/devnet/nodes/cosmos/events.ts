import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import { bech32Prefix } from './genesis.ts'
import type { Coin } from './ledger.ts'
import type { Transaction } from './transaction.ts'

/** An event of a transaction. */
export interface Event {
  readonly type: string
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
}

type Values = Readonly<Record<string, string>>

/** The account that receives the network fees: the first 20 bytes of the SHA-256 of its name (ADR-28). */
const feeCollector = bech32.encode(
  bech32Prefix,
  bech32.toWords(Uint8Array.from(createHash('sha256').update('fee_collector').digest().subarray(0, 20))),
)

/** Returns the events of a simulation: first the events of the fee, then the events of the messages. */
export function simulatedEvents({ messages, fee }: Transaction): readonly Event[] {
  const [payer] = messages
  return [
    ...(payer && fee.amount.length > 0 ? [spent(payer.from, fee.amount)] : []),
    ...messages.flatMap(({ from, to, amount }) => [spent(from, amount), received(to, amount)]),
  ]
}

/**
 * Returns the events of a transaction in a block: first the events of the paid fee, then the events of the messages if they
 * succeeded.
 */
export function minedEvents({ messages, fee, sequence }: Transaction, succeeded: boolean): readonly Event[] {
  const payer = messages[0]?.from ?? ''
  return [
    ...(fee.amount.length > 0 ? transfer(payer, feeCollector, fee.amount) : []),
    event('tx', { fee: coinsText(fee.amount), fee_payer: payer }),
    event('tx', { acc_seq: `${payer}/${sequence}` }),
    ...messages.flatMap(({ from, to, amount }, index) => {
      if (!succeeded) return []
      const action = { action: '/cosmos.bank.v1beta1.MsgSend', sender: from, module: 'bank' }
      return [event('message', action), ...transfer(from, to, amount)].map(({ type, attributes }) => ({
        type,
        attributes: [...attributes, { key: 'msg_index', value: String(index) }],
      }))
    }),
  ]
}

export function coinsText(coins: readonly Coin[]): string {
  return coins.map(({ denom, amount }) => `${amount}${denom}`).join(',')
}

function transfer(sender: string, recipient: string, coins: readonly Coin[]): readonly Event[] {
  return [
    spent(sender, coins),
    received(recipient, coins),
    event('transfer', { recipient, sender, amount: coinsText(coins) }),
    event('message', { sender }),
  ]
}

const spent = (spender: string, coins: readonly Coin[]) =>
  event('coin_spent', { spender, amount: coinsText(coins) })
const received = (receiver: string, coins: readonly Coin[]) =>
  event('coin_received', { receiver, amount: coinsText(coins) })

function event(type: string, values: Values): Event {
  return { type, attributes: Object.entries(values).map(([key, value]) => ({ key, value })) }
}
