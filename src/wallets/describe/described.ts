import { formatUnits } from '../../core/amounts/units.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Danger, Effect, Level } from './effect.ts'

export type Row = readonly [name: string, value: string]

/** The cost of a transaction, in the smallest unit of the network's native token. */
export interface Cost {
  /** The maximum network fee. Undefined if unknown. */
  readonly fee: bigint | undefined
  /** The amount of the native token that the transaction sends. 0 if it sends none, undefined if the amount is unknown. */
  readonly amount?: bigint | undefined
  /** The description of a further fee that no field of the transaction limits. Undefined if there is none. */
  readonly extraCost?: string | undefined
  /** Why the fee is unknown. */
  readonly unknown?: string | undefined
}

/** The description of a request for the user who approves it. The description can contain unchanged texts from the request. */
export interface Described {
  /** What the page asks for, such as `sign a message`. The title completes a sentence that starts with "The page asks to". */
  readonly title: string
  /** The title with the most important detail, such as `send 9 ETH to 0x…`, for a one-line prompt. If undefined, show the title. */
  readonly summary?: string | undefined
  /** The level of the worst effect. For `danger`, ask the user for a second confirmation. */
  readonly level: Level
  /** The reasons why the request is dangerous. Empty for other levels. */
  readonly dangers: readonly Danger[]
  /** The effects of an approval, worst first. Show them above everything else. */
  readonly effects: readonly Effect[]
  readonly rows: readonly Row[]
  /** A part with several columns. The first row is the header. */
  readonly table?: readonly (readonly string[])[] | undefined
  /** A part with several lines, such as a message. */
  readonly body?: string | undefined
  /** The cost of a transaction. Undefined for other requests. */
  readonly cost?: Cost | undefined
  /** The fee and its warnings in one line, for a one-line prompt. Example: `fee up to 0.00042 ETH`. */
  readonly fee?: string | undefined
}

/** A description before its effects are sorted. */
export type Draft = Omit<Described, 'level' | 'dangers'>

/** The parameters of a page's request. */
export type Params = Readonly<Record<string, unknown>>

/** Returns an amount of the network's native token as text. */
export function nativeAmount(value: bigint, network: ChainNetwork | undefined): string {
  const { decimals, symbol } = network?.nativeCurrency ?? { decimals: 0, symbol: '' }
  return `${formatUnits(value, decimals)} ${symbol}`.trimEnd()
}

/** Returns the one-line summary for signing a message, with the start of the message. */
export function messageSummary(message: string, account: unknown): string {
  const characters = [...message]
  const start = characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : message
  return `sign with ${String(account)} the message "${start}"`
}
