import { formatUnits } from '../../core/amounts/units.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Danger, Effect, Level } from './effect.ts'

export type Row = readonly [name: string, value: string]

/** The cost of a transaction, in the smallest unit of the network's native token. */
export interface Cost {
  /** The maximum network fee; undefined if unknown. */
  readonly fee: bigint | undefined
  /** The amount of the native token that the transaction sends. Absent if the transaction sends none, or the amount is unknown. */
  readonly amount?: bigint | undefined
  /** An unbounded cost on top of the fee, in words. */
  readonly extraCost?: string | undefined
  /** Why the fee is unknown. */
  readonly unknown?: string | undefined
}

/** The effect of a request, for the user who approves it. Includes texts of the request unchanged. */
export interface Described {
  /** The end of a sentence that starts with "The page asks to", such as `sign a message`. */
  readonly title: string
  /** The title with the most important detail, such as `send 9 ETH to 0x…`, for a one-line prompt. If it is absent, use the title. */
  readonly summary?: string | undefined
  /** The level of the worst effect. `danger` needs a second confirmation by the user. */
  readonly level: Level
  /** Why the request is dangerous. Empty below `danger`. */
  readonly dangers: readonly Danger[]
  /** The effects of an approval, the worst first. Show them above everything else. */
  readonly effects: readonly Effect[]
  readonly rows: readonly Row[]
  /** A part with several columns; the first row is the header. */
  readonly table?: readonly (readonly string[])[] | undefined
  /** A part with several lines, such as a message. */
  readonly body?: string | undefined
  /** The cost, for a transaction. */
  readonly cost?: Cost | undefined
  /** The fee with its warnings in one line for the prompt, such as `fee up to 0.00042 ETH`. */
  readonly fee?: string | undefined
}

/** A description whose effects haven't been sorted yet. */
export type Draft = Omit<Described, 'level' | 'dangers'>

/** The parameters of a page's request. */
export type Params = Readonly<Record<string, unknown>>

/** Formats an amount of the network's native token. */
export function nativeAmount(value: bigint, network: ChainNetwork | undefined): string {
  const { decimals, symbol } = network?.nativeCurrency ?? { decimals: 0, symbol: '' }
  return `${formatUnits(value, decimals)} ${symbol}`.trimEnd()
}

/** The one-line summary of signing a message, with the start of its text. */
export function messageSummary(message: string, account: unknown): string {
  const characters = [...message]
  const start = characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : message
  return `sign with ${String(account)} the message "${start}"`
}
