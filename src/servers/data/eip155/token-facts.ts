import type { Hex } from '../../../core/chain/caip.ts'
import { isFresh } from '../../../core/timing.ts'
import { systemClock } from '../../../platform/system-clock.ts'
import type { Asset } from '../chain-reader.ts'
import { askContracts } from '../each-call.ts'
import { type NodeCalls, type NodeOutcome, refuseUnable } from '../node-calls.ts'

/** The EIP-20 selectors of `name()`, `symbol()` and `decimals()`. */
const selectors = ['0x06fdde03', '0x95d89b41', '0x313ce567'] as const
/** The maximum length of a stored name or symbol. A contract can return very long text. */
const longestText = 64

/**
 * How long, in ms, the service remembers that a contract isn't a token, or that its call failed because it took too long. A new
 * token may appear later at this address, and the node may have been slow.
 */
const doubtfulFor = 600_000
const mostKnown = 50_000

interface Known {
  readonly asset: Asset | undefined
  /** When the contract was asked, in ms since the epoch. Undefined if the answer stays valid. */
  readonly askedAt: number | undefined
}

/** Reads and caches the metadata of tokens. A contract without decimals doesn't count as a token. */
export class TokenFacts {
  readonly #node: NodeCalls
  readonly #now: () => number
  readonly #known = new Map<string, Known>()

  constructor(node: NodeCalls, now: () => number = systemClock.now) {
    this.#node = node
    this.#now = now
  }

  /** Returns metadata by address, only for contracts that are tokens. @throws NodeFailure, also when the node can't tell which. */
  async of(addresses: Iterable<string>, signal?: AbortSignal): Promise<ReadonlyMap<string, Asset>> {
    const wanted = [...new Set(addresses)]
    const now = this.#now()
    const found = new Map(
      wanted.flatMap((address) => {
        const known = this.#known.get(address)
        const isValid = known && (known.askedAt === undefined || isFresh(known.askedAt, doubtfulFor, now))
        return isValid ? [[address, known.asset] as const] : []
      }),
    )
    const unknown = wanted.filter((address) => !found.has(address))
    const outcomes = await askContracts<Hex>(
      this.#node,
      unknown.flatMap((to) =>
        selectors.map((data) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] })),
      ),
      signal,
    )
    for (const [at, address] of unknown.entries()) {
      const [name, symbol, decimals] = outcomes.slice(3 * at, 3 * at + 3)
      const asset = assetOf(address, name, symbol, decimals)
      found.set(address, asset)
      const asked = asset ? [name, symbol] : [decimals]
      const isFinal = asset !== undefined && asked.every(isAnswer)
      if (asked.every((outcome) => isAnswer(outcome) || isOfContract(outcome)))
        this.#remember(address, { asset, askedAt: isFinal ? undefined : now })
    }
    // `decimals()` decides whether a contract is a token. Throw only now, so that the next request asks for fewer tokens.
    refuseUnable(unknown.map((_, at) => outcomes[3 * at + 2]))
    return new Map(
      wanted.flatMap((address) => {
        const asset = found.get(address)
        return asset ? [[address, asset] as const] : []
      }),
    )
  }

  /** Leaves out a token for ten minutes, because its contract doesn't return a balance in time. */
  leaveOut(address: string): void {
    this.#remember(address, { asset: undefined, askedAt: this.#now() })
  }

  /** Clears the cache. After a reset of the chain, the same address can have another contract. */
  forget(): void {
    this.#known.clear()
  }

  #remember(address: string, known: Known): void {
    this.#known.delete(address)
    this.#known.set(address, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest)
  }
}

/** Returns true if the contract answered or reverted, and false if the node refused the call, for example because it is busy. */
function isAnswer(outcome: NodeOutcome<Hex> | undefined): boolean {
  return outcome !== undefined && ('result' in outcome || /revert/i.test(outcome.error))
}

/** Returns whether the contract's own code is the reason of an error: it ran or returned too much. */
function isOfContract(outcome: NodeOutcome<Hex> | undefined): boolean {
  return (
    outcome !== undefined &&
    'error' in outcome &&
    (outcome.exceeded !== undefined || /out of gas|opcode|time[d -]*out/i.test(outcome.error))
  )
}

function assetOf(
  address: string,
  name: NodeOutcome<Hex> | undefined,
  symbol: NodeOutcome<Hex> | undefined,
  decimals: NodeOutcome<Hex> | undefined,
): Asset | undefined {
  const word = wordOf(decimals)
  if (word === undefined || word > 77n) return undefined
  return { address, name: textOf(name), symbol: textOf(symbol), decimals: Number(word) }
}

/** Returns the number that a call returned; undefined if the result isn't exactly one word. */
export function wordOf(outcome: NodeOutcome<Hex> | undefined): bigint | undefined {
  return outcome && 'result' in outcome && outcome.result.length === 66 ? BigInt(outcome.result) : undefined
}

/** Returns the text that a call returned. The text is an ABI `string`, or a `bytes32` in older tokens. */
function textOf(outcome: NodeOutcome<Hex> | undefined): string {
  if (!outcome || !('result' in outcome)) return ''
  const bytes = Buffer.from(outcome.result.slice(2), 'hex')
  const length = bytes.length >= 64 ? Number(BigInt(`0x${bytes.toString('hex', 32, 64)}`)) : 0
  const content = bytes.length === 32 ? bytes : bytes.subarray(64, 64 + Math.min(length, 4 * longestText))
  return [...content.toString('utf8').replace(/\0+$/, '')].slice(0, longestText).join('')
}
