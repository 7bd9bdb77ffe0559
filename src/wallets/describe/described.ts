import type { ChainNetwork } from '../../core/chain/network.ts'
import { formatUnits } from '../../core/units.ts'

export type Row = readonly [name: string, value: string]

/** What a transaction costs, in the smallest unit of the network's native coin. */
export interface Cost {
  /** The most that it can cost beside what it moves; undefined when nothing tells. */
  readonly fee: bigint | undefined
  /** What it moves of the native coin. Absent: nothing, or nothing that is known. */
  readonly amount?: bigint | undefined
  /** What comes on top of the fee, in words, where nothing bounds it. */
  readonly beside?: string | undefined
  /** Why the fee is not known. */
  readonly unknown?: string | undefined
}

/** The effect of a request, for the person who decides. Texts of the request are in it unchanged. */
export interface Described {
  /** The end of a sentence that begins with "The page asks to", such as `sign a message`. */
  readonly title: string
  /** The same in one line with what matters most, such as `send 9 ETH to 0x…`, for the question. Absent: the title. */
  readonly summary?: string | undefined
  readonly rows: readonly Row[]
  /** A part with several columns; the first row is the head. */
  readonly table?: readonly (readonly string[])[] | undefined
  /** A part with several lines, such as a message. */
  readonly body?: string | undefined
  /** Of a transaction. */
  readonly cost?: Cost | undefined
  /** Its fee in one line with the warnings, for the question, such as `fee up to 0.00042 ETH`. */
  readonly fee?: string | undefined
}

/** What a page sends with a request. */
export type Params = Readonly<Record<string, unknown>>

/** An amount of the network's own coin. */
export function nativeAmount(value: bigint, network: ChainNetwork | undefined): string {
  const { decimals, symbol } = network?.nativeCurrency ?? { decimals: 0, symbol: '' }
  return `${formatUnits(value, decimals)} ${symbol}`.trimEnd()
}

/** The summary of a message that is signed, with the beginning of its text. */
export function messageSummary(message: string, account: unknown): string {
  const characters = [...message]
  const start = characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : message
  return `sign with ${String(account)} the message "${start}"`
}
