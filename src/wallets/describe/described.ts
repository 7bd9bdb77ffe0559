import type { ChainNetwork } from '../../core/chain/network.ts'
import { formatUnits } from '../../core/units.ts'

export type Row = readonly [name: string, value: string]

/** What a request would do, for a person who has to decide. The texts of the request are in it as they came. */
export interface Described {
  /** Behind "The page asks to": such as `sign a message`. */
  readonly title: string
  readonly rows: readonly Row[]
  /** What takes several columns; the first row is the head. */
  readonly table?: readonly (readonly string[])[] | undefined
  /** What takes several lines: a message. */
  readonly body?: string | undefined
}

/** What a page sends with a request. */
export type Params = Readonly<Record<string, unknown>>

/** An amount of the network's own coin. */
export function nativeAmount(value: bigint, network: ChainNetwork | undefined): string {
  const { decimals, symbol } = network?.nativeCurrency ?? { decimals: 0, symbol: '' }
  return `${formatUnits(value, decimals)} ${symbol}`.trimEnd()
}
