import type { CaipNetworkId, Hex } from '../../../core/chain/caip.ts'
import { AbiReader, encodeCall } from '../abi.ts'
import type { Asset } from '../chain-reader.ts'
import { type NodeCalls, NodeFailure, type NodeOutcome, resultOf } from '../node-calls.ts'
import type { Reserves } from './constant-product.ts'

/** An exchange with the contracts of Uniswap v2. */
export interface Exchange {
  readonly chain: CaipNetworkId<'eip155'>
  readonly node: NodeCalls
  /** The Router02 contract, which trades for an account. */
  readonly router: Hex
  /** The factory contract, which lists the pairs. */
  readonly factory: Hex
  /** The token that stands for the native coin in pairs, such as WETH9. */
  readonly wrapped: Asset & { readonly address: Hex }
  readonly native: Asset
  readonly tokens: readonly (Asset & { readonly address: Hex })[]
}

export interface Route {
  /** The addresses of the traded tokens, in order. */
  readonly path: readonly Hex[]
  readonly pools: readonly Reserves[]
}

const selectors = { getPair: 'e6a43905', getReserves: '0902f1ac' } as const

/** Returns the routes between two tokens: through their own pool, and through the wrapped coin. @throws NodeFailure */
export async function routesBetween(
  { node, factory, wrapped }: Exchange,
  from: Hex,
  to: Hex,
  signal?: AbortSignal,
): Promise<readonly Route[]> {
  const middle = wrapped.address
  // Addresses may differ in case.
  const traded = [from, to].map(BigInt)
  const paths = [[from, to], ...(traded.includes(BigInt(middle)) ? [] : [[from, middle, to]])]
  const hops = paths.flatMap(hopsOf)
  const pairs = await node.all<Hex>(
    hops.map(([a, b]) => call(factory, encodeCall(selectors.getPair, [BigInt(a), BigInt(b)]))),
    signal,
  )
  const reserves = await node.all<Hex>(
    pairs.map((pair) => call(addressIn(pair), encodeCall(selectors.getReserves, []))),
    signal,
  )
  const pools = hops.map(([a, b], at) => reservesIn(reserves[at], BigInt(a) < BigInt(b)))
  let first = 0
  return paths.flatMap((path) => {
    const own = pools.slice(first, first + path.length - 1)
    first += path.length - 1
    const there = own.flatMap((pool) => pool ?? [])
    return there.length === own.length ? [{ path, pools: there }] : []
  })
}

function hopsOf(path: readonly Hex[]): readonly (readonly [Hex, Hex])[] {
  return path.slice(1).map((to, at) => [path[at] ?? to, to])
}

function call(to: Hex, data: Hex) {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}

function addressIn(outcome: NodeOutcome<Hex> | undefined): Hex {
  const word = resultOf(outcome)
  if (word.length !== 66) throw new NodeFailure('There is no exchange on this chain')
  return `0x${word.slice(-40)}`
}

/** Returns the reserves of a pair; undefined if the pair doesn't exist, or has no liquidity. */
function reservesIn(outcome: NodeOutcome<Hex> | undefined, firstIsTaken: boolean): Reserves | undefined {
  const answer = resultOf(outcome)
  if (answer === '0x') return undefined
  try {
    const reader = AbiReader.of(answer)
    const [first, second] = [reader.word(0), reader.word(1)]
    const reserves = firstIsTaken ? { taken: first, given: second } : { taken: second, given: first }
    return first > 0n && second > 0n ? reserves : undefined
  } catch (error) {
    throw new NodeFailure(`The answer of the exchange can't be read: ${String(error)}`)
  }
}
