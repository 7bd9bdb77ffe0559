import type { Hex } from '../../../core/chain/caip.ts'
import type { Asset } from '../chain-reader.ts'
import type { NodeCalls, NodeOutcome } from '../node-calls.ts'

/** `name()`, `symbol()` and `decimals()` of EIP-20. */
const selectors = ['0x06fdde03', '0x95d89b41', '0x313ce567'] as const
/** A contract may call itself anything, of any length. */
const longestText = 64

/** What tokens say of themselves. A contract that does not say its decimals is no token that can be counted. */
export class TokenFacts {
  readonly #node: NodeCalls
  readonly #known = new Map<string, Asset>()

  constructor(node: NodeCalls) {
    this.#node = node
  }

  /** By address, without those that are none. @throws NodeFailure */
  async of(addresses: Iterable<string>, signal?: AbortSignal): Promise<ReadonlyMap<string, Asset>> {
    const wanted = [...new Set(addresses)]
    const unknown = wanted.filter((address) => !this.#known.has(address))
    const outcomes = await this.#node.all<Hex>(
      unknown.flatMap((to) =>
        selectors.map((data) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] })),
      ),
      signal,
    )
    for (const [at, address] of unknown.entries()) {
      const [name, symbol, decimals] = outcomes.slice(3 * at, 3 * at + 3)
      const asset = assetOf(address, name, symbol, decimals)
      if (asset) this.#known.set(address, asset)
    }
    return new Map(
      wanted.flatMap((address) => {
        const asset = this.#known.get(address)
        return asset ? [[address, asset] as const] : []
      }),
    )
  }

  /** Forgets everything: at the same address there may be another contract after the chain was set back. */
  forget(): void {
    this.#known.clear()
  }
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

/** The number that a call gave; undefined for anything but one word. */
export function wordOf(outcome: NodeOutcome<Hex> | undefined): bigint | undefined {
  return outcome && 'result' in outcome && outcome.result.length === 66 ? BigInt(outcome.result) : undefined
}

/** The text that a call gave, as ABI `string` or as the `bytes32` of old tokens. */
function textOf(outcome: NodeOutcome<Hex> | undefined): string {
  if (!outcome || !('result' in outcome)) return ''
  const bytes = Buffer.from(outcome.result.slice(2), 'hex')
  const length = bytes.length >= 64 ? Number(BigInt(`0x${bytes.toString('hex', 32, 64)}`)) : 0
  const content = bytes.length === 32 ? bytes : bytes.subarray(64, 64 + Math.min(length, 4 * longestText))
  return [...content.toString('utf8').replace(/\0+$/, '')].slice(0, longestText).join('')
}
