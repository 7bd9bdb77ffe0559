import type { Row } from '../describe/described.ts'

/** The balance changes of an account, in the smallest unit, by asset. A negative amount leaves the account. */
export class Changes {
  readonly #amounts = new Map<string, bigint>()

  add(asset: string, amount: bigint): void {
    this.#amounts.set(asset, this.of(asset) + amount)
  }

  of(asset: string): bigint {
    return this.#amounts.get(asset) ?? 0n
  }

  /** The assets whose balance changes, the native token first, so that a long list of tokens can't hide it. */
  get assets(): readonly string[] {
    const changed = [...this.#amounts].flatMap(([asset, amount]) => (amount === 0n ? [] : [asset]))
    return changed.sort((a, b) => Number(b === native) - Number(a === native))
  }
}

/** The name of the network's native token among assets. */
export const native = 'native'

/** The effects of a request according to a node. */
export type Simulation =
  | {
      readonly changes: Changes
      /** The changes that the decoded request must cause. Undefined if the wallet doesn't understand all of the request's calls. */
      readonly expected: Changes | undefined
      /** An amount of an asset in words. The amount is positive. */
      amount(asset: string, amount: bigint): string
      /** Notes to show with the changes. */
      readonly notes?: readonly Row[]
      /**
       * Whether the changes may be incomplete, which a note explains. The rows then don't say that the balances stay the same.
       */
      readonly partial?: boolean
    }
  /** Why the transaction wouldn't go through, such as `reverts: too late`. */
  | { readonly failure: string }

/** The maximum number of amounts that a sentence lists, and of tokens to look up. */
export const listed = 10

/** A simulation as rows, to show after the effects. */
export function simulationRows(simulation: Simulation, host: string): readonly Row[] {
  const source = `according to ${host}`
  if ('failure' in simulation) return [['WARNING', `The simulation ${simulation.failure}, ${source}`]]
  const { changes, expected, amount, notes = [], partial = false } = simulation
  const amounts = (all: Changes, sign: 1n | -1n) =>
    inWords(
      all.assets.flatMap((asset) => {
        const change = all.of(asset) * sign
        return change > 0n ? [amount(asset, change)] : []
      }),
    )
  const [sent, received] = [amounts(changes, -1n), amounts(changes, 1n)]
  const parts = [sent && `you send ${sent}`, received && `you receive ${received}`].filter((part) => part)
  const none = partial ? "only changes that this wallet doesn't count" : 'your balances stay the same'
  const text = parts.join(', ') || none
  const rows: Row[] = [['simulation', `${capital(text)}, ${source}`], ...notes]
  if (expected && disagree(changes, expected)) {
    const promised = amounts(expected, -1n) || 'nothing'
    rows.push([
      'WARNING',
      `The simulation disagrees with the effects above: there you send ${promised}, and here ${sent || 'nothing'}`,
    ])
  }
  return rows
}

/** Whether an account sends more or less than expected. A gain isn't a disagreement, because a payment can return something. */
function disagree(changes: Changes, expected: Changes): boolean {
  return [...changes.assets, ...expected.assets].some((asset) => {
    const [is, should] = [changes.of(asset), expected.of(asset)]
    return is !== should && (is < 0n || should < 0n)
  })
}

function inWords(texts: readonly string[]): string {
  const more = texts.length - listed
  const shown = more > 0 ? [...texts.slice(0, listed), `${more} more`] : texts
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** A node's or contract's text, shortened and without characters that could change the line around it. */
export function foreignText(text: unknown): string {
  return String(text)
    .slice(0, 200)
    .replace(/[^\x20-\x7e]/g, '?')
}

/** @throws if a part of a node's answer has another shape */
export function readable<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the node's answer can't be read")
  return value
}

/** An object's members, of any type. Undefined for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}
