import type { Row } from '../describe/described.ts'

/** The balance changes of an account by asset, in the smallest unit. A negative amount leaves the account. */
export class Changes {
  readonly #amounts = new Map<string, bigint>()

  add(asset: string, amount: bigint): void {
    this.#amounts.set(asset, this.of(asset) + amount)
  }

  of(asset: string): bigint {
    return this.#amounts.get(asset) ?? 0n
  }

  /** The assets whose balance changes. The native token comes first, so that a long list of tokens can't hide it. */
  get assets(): readonly string[] {
    const changed = [...this.#amounts].flatMap(([asset, amount]) => (amount === 0n ? [] : [asset]))
    return changed.sort((a, b) => Number(b === native) - Number(a === native))
  }
}

/** The native token's name in lists of assets. */
export const native = 'native'

/** The result of a simulation by a node. */
export type Simulation =
  | {
      readonly changes: Changes
      /** The changes that the decoded request must cause. Undefined if the wallet doesn't know the changes of all its calls. */
      readonly expected: Changes | undefined
      /** Returns a positive amount of an asset as text. */
      amount(asset: string, amount: bigint): string
      /** Notes to show with the changes. */
      readonly notes?: readonly Row[]
      /**
       * Whether the changes may be incomplete. If true, a note gives the reason, and the rows don't claim that the balances stay
       * the same.
       */
      readonly partial?: boolean
    }
  /** Why the transaction would fail, such as `reverts: too late`. */
  | { readonly failure: string }

/** The maximum number of amounts in a sentence, and of tokens to look up. */
export const listed = 10

/** Returns a simulation's rows, to show after the effects. */
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

/**
 * Returns whether the account sends more or less of an asset than expected. Ignores assets that the account only receives,
 * because a payment can bring something in return.
 */
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

/** Cleans a text of a node or contract: shortens it, and removes characters that could change the line around it. */
export function foreignText(text: unknown): string {
  return String(text)
    .slice(0, 200)
    .replace(/[^\x20-\x7e]/g, '?')
}

/**
 * Returns a part of a node's answer.
 * @throws if the part is missing or has another shape
 */
export function readable<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the node's answer can't be read")
  return value
}

/** Returns an object's members. Returns undefined for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}
