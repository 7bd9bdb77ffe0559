import { tokenSymbol } from '../../../core/amounts/token-symbol.ts'
import {
  bytesIn,
  decodeProto,
  encodeProto,
  numberIn,
  type ProtoField,
  textIn,
} from '../../../core/protobuf.ts'
import { isFresh } from '../../../core/timing.ts'
import type { Asset } from '../chain-reader.ts'
import { type NodeCalls, NodeFailure, type NodeOutcome, resultOf } from '../node-calls.ts'

type Message = readonly ProtoField[]

/** The maximum number of denominations per answer. */
const mostListed = 200n
/** How long the units of a denomination are kept, in ms. The creator of a token can change its units. */
const keptFor = 300_000
const mostKept = 10_000

/**
 * Reads balances and units of coins. A unit is the name, the symbol and the decimals of a
 * denomination. The queries: github.com/cosmos/cosmos-sdk, proto/cosmos/bank/v1beta1/query.proto
 */
export class CosmosBank {
  readonly #node: NodeCalls
  readonly #now: () => number
  /** The units that the operator knows, by denomination. */
  readonly #own: ReadonlyMap<string, Asset>
  readonly #units = new Map<string, { readonly unit: Asset | undefined; readonly at: number }>()

  constructor(
    node: NodeCalls,
    { own, now }: { readonly own: ReadonlyMap<string, Asset>; readonly now: () => number },
  ) {
    this.#node = node
    this.#own = own
    this.#now = now
  }

  /**
   * Returns an account's balances by denomination: all denominations that the operator knows, and at most 200 unknown ones. A
   * stranger can send an account any number of tokens.
   * @throws NodeFailure
   */
  async balances(owner: string, signal?: AbortSignal): Promise<ReadonlyMap<string, bigint>> {
    const known = [...this.#own.keys()]
    const [all, ...single] = await this.#ask(
      [
        ['AllBalances', encodeProto([1, owner], [2, encodeProto([3, mostListed])])],
        ...known.map((denom) => ['Balance', encodeProto([1, owner], [2, denom])] as const),
      ],
      signal,
    )
    const coins = [
      ...single.flatMap((message) => bytesIn(answered('Balance', message), 1).slice(0, 1)),
      ...bytesIn(answered('AllBalances', all), 1),
    ]
    return new Map(coins.map(coinOf).filter(([, amount]) => amount > 0n))
  }

  /** Returns all units that the operator knows, and the units that the chain has for `denoms`. @throws NodeFailure */
  async units(denoms: Iterable<string>, signal?: AbortSignal): Promise<ReadonlyMap<string, Asset>> {
    const now = this.#now()
    const wanted = [...new Set(denoms)].filter((denom) => !this.#own.has(denom))
    const kept = new Map(
      wanted.flatMap((denom) => {
        const one = this.#units.get(denom)
        return one && isFresh(one.at, keptFor, now) ? [[denom, one.unit] as const] : []
      }),
    )
    const unknown = wanted.filter((denom) => !kept.has(denom))
    const found = await this.#ask(
      unknown.map((denom) => ['DenomMetadata', encodeProto([1, denom])] as const),
      signal,
    )
    if (this.#units.size > mostKept) this.#units.clear()
    const read = unknown.map((denom, at) => [denom, unitOf(denom, found[at])] as const)
    for (const [denom, unit] of read) this.#units.set(denom, { unit, at: now })
    const units = [...kept, ...read].flatMap(([denom, unit]) => (unit ? [[denom, unit] as const] : []))
    return new Map([...this.#own, ...units])
  }

  /** Returns the answers; undefined for a query that the chain refuses. @throws NodeFailure when the node fails. */
  async #ask(
    queries: readonly (readonly [method: string, request: Uint8Array])[],
    signal?: AbortSignal,
  ): Promise<readonly (Message | undefined)[]> {
    const outcomes: NodeOutcome<{ readonly response?: Response }>[] = []
    for (let at = 0; at < queries.length; at += 10)
      outcomes.push(
        ...(await this.#node.all<{ readonly response?: Response }>(
          queries.slice(at, at + 10).map(([method, request]) => ({
            method: 'abci_query',
            params: {
              path: `/cosmos.bank.v1beta1.Query/${method}`,
              data: Buffer.from(request).toString('hex'),
              prove: false,
            },
          })),
          signal,
        )),
      )
    return outcomes.map((outcome, at) => {
      const { code = 0, value } = resultOf(outcome)?.response ?? { code: -1 }
      if (code !== 0) return undefined
      return answered(queries[at]?.[0] ?? '', decodeProto(Buffer.from(String(value ?? ''), 'base64')))
    })
  }
}

interface Response {
  readonly code?: unknown
  readonly value?: unknown
}

function answered(method: string, message: Message | undefined): Message {
  if (!message) throw new NodeFailure(`The node refused ${method}, or its answer is invalid`)
  return message
}

function coinOf(bytes: Uint8Array): readonly [denom: string, amount: bigint] {
  const coin = answered('balances', decodeProto(bytes))
  const [denom = '', amount = ''] = [textIn(coin, 1), textIn(coin, 2)]
  if (denom === '' || !/^\d{1,78}$/.test(amount)) throw new NodeFailure('The node answered with no balance')
  return [denom, BigInt(amount)]
}

function unitOf(denom: string, answer: Message | undefined): Asset | undefined {
  const metadata = answer && decodeProto(bytesIn(answer, 1)[0] ?? new Uint8Array())
  if (!metadata || textIn(metadata, 3) !== denom) return undefined
  const display = textIn(metadata, 4)
  const units = bytesIn(metadata, 2).map((bytes) => decodeProto(bytes) ?? [])
  const shown = units.find((one) => textIn(one, 1) === display)
  const decimals = Number(shown ? numberIn(shown, 2) : 78)
  const symbol = tokenSymbol(textIn(metadata, 6) || display)
  const name = tokenSymbol(textIn(metadata, 5)) || symbol
  return decimals <= 77 && symbol ? { address: denom, name, symbol, decimals } : undefined
}
