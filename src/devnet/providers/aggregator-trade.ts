import type { CaipNetworkId, Hex } from '../../core/chain/caip.ts'
import { encodeCall } from '../../servers/data/abi.ts'
import type { PricedAsset } from './price-answers.ts'

/** The swap that a request to a fake aggregator describes. */
export interface Trade {
  readonly chain: CaipNetworkId<'eip155'>
  readonly from: PricedAsset
  readonly to: PricedAsset
  /** In the smallest unit of `from`. */
  readonly amount: bigint
  /** What the fake contract pays at the devnet's prices, in the smallest unit of `to`. */
  readonly gets: bigint
}
/** The answer of a fake aggregator; undefined for an unknown request. */
export type AggregatorAnswer = (asked: {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly assets: readonly PricedAsset[]
}) => unknown

/** Most aggregators write the native token as this address. */
export const nativeToken = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/**
 * Returns a swap at the devnet's prices. Undefined if a token has no price, the tokens are the same, or the amount is invalid or
 * too small to buy anything.
 */
export function tradeOf(
  assets: readonly PricedAsset[],
  network: string,
  { sells, buys, amount }: Readonly<Record<'sells' | 'buys' | 'amount', string | null>>,
  native = nativeToken,
): Trade | undefined {
  const chain = `eip155:${network}` as const
  const find = (text: string | null) =>
    assets.find((one) => one.chain === chain && isSame(one.address ?? native, text))
  const [from, to] = [find(sells), find(buys)]
  if (!from || !to || from === to || !/^\d{1,40}$/.test(amount ?? '')) return undefined
  const paid = BigInt(amount ?? 0)
  const worth = (one: PricedAsset) => BigInt(Math.round(one.price * 1e6))
  const gets = (paid * worth(from) * 10n ** BigInt(to.decimals)) / (worth(to) * 10n ** BigInt(from.decimals))
  return gets > 0n ? { chain, from, to, amount: paid, gets } : undefined
}

/** Encodes an amount as the fake contract reads it. */
export function routeFor(amount: bigint): Buffer {
  return Buffer.from(encodeCall('', [amount]).slice(2), 'hex')
}

export function wordOf(address: string | null): bigint {
  return BigInt(address ?? 0)
}

/** Returns an address in a query parameter; undefined for other values. */
export function addressIn(text: unknown): Hex | undefined {
  return typeof text === 'string' && /^0x[\da-f]{40}$/i.test(text) ? (text as Hex) : undefined
}

function isSame(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase()
}
