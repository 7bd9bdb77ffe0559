import type { Hex } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { addressPattern } from '../../../core/chain/eip155.ts'
import type { Asset } from '../chain-reader.ts'
import { DataRefusal } from '../data-refusal.ts'
import { nativeEip155 } from '../known-assets.ts'
import type { Exchange } from './exchange.ts'

/** An asset of an exchange, as a request names it. */
export interface Side {
  readonly exchange: Exchange
  readonly asset: Asset
  /** CAIP-10. */
  readonly id: string
  readonly isNative: boolean
  /** The token address in pools. For the native coin: the wrapped coin. */
  readonly traded: Hex
}

export const mostUint256 = 2n ** 256n - 1n
/** The maximum slippage, in percent. A higher slippage is a mistake or an attack. */
const mostSlippage = 50
/** The default slippage, in percent (S2.9). */
const usualSlippage = 1

/** Returns the exchange of a chain. @throws DataRefusal */
export function exchangeOf(exchanges: readonly Exchange[], chain: unknown, field: string): Exchange {
  const found = exchanges.find((exchange) => exchange.chain === chain)
  if (found) return found
  throw new DataRefusal(400, field, `${shown(chain)} isn't a network with swaps`)
}

export function sideOf(exchanges: readonly Exchange[], text: unknown, field: string): Side {
  const { networkId, address } = caipParts(text, field)
  const exchange = exchangeOf(exchanges, networkId, field)
  const { native, wrapped, tokens, chain } = exchange
  const wanted = address.toLowerCase()
  if (wanted === nativeEip155)
    return { exchange, asset: native, id: `${chain}:${wanted}`, isNative: true, traded: wrapped.address }
  const asset = tokens.find((token) => token.address.toLowerCase() === wanted)
  if (!asset) throw new DataRefusal(400, field, `${shown(text)} isn't a token that can be swapped`)
  return { exchange, asset, id: `${chain}:${asset.address}`, isNative: false, traded: asset.address }
}

/** Returns the two assets of a swap, which must be on the same exchange. @throws DataRefusal */
export function sidesOf(
  exchanges: readonly Exchange[],
  fromText: unknown,
  toText: unknown,
): { readonly from: Side; readonly to: Side } {
  const from = sideOf(exchanges, fromText, 'from')
  const to = sideOf(exchanges, toText, 'to')
  if (from.exchange !== to.exchange)
    throw new DataRefusal(400, 'to', `The token to buy must be on the same network as ${from.asset.symbol}`)
  if (from.id === to.id)
    throw new DataRefusal(
      400,
      'to',
      `The token to buy is ${from.asset.symbol}, the same as the token to sell`,
    )
  return { from, to }
}

/**
 * Returns an account on the exchange's chain. Requests for quotes contain the address alone, all other requests a CAIP-10 id (S3.2.2). @throws
 * DataRefusal
 */
export function accountOf({ chain }: Exchange, text: unknown): Hex {
  const plain = typeof text === 'string' && addressPattern.test(text)
  const { networkId, address } = plain ? { networkId: chain, address: text } : caipParts(text, 'userAddress')
  if (networkId === chain && addressPattern.test(address)) return address as Hex
  throw new DataRefusal(400, 'userAddress', `${shown(text)} isn't an account on ${chain}`)
}

/** Parses an amount: a decimal string in the smallest unit. @throws DataRefusal */
export function amountOf(text: unknown, field = 'amount'): bigint {
  const amount = typeof text === 'string' && /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
  if (amount === undefined || amount > mostUint256)
    throw new DataRefusal(400, field, 'It must be a whole number of the smallest unit')
  return amount
}

export function positiveAmount(text: unknown): bigint {
  const amount = amountOf(text)
  if (amount === 0n) throw new DataRefusal(400, 'amount', 'It is zero')
  return amount
}

export function slippageOf(value: unknown = usualSlippage): number {
  const percent = typeof value === 'string' ? Number(value || 'none') : value
  if (typeof percent === 'number' && percent >= 0 && percent <= mostSlippage) return percent
  throw new DataRefusal(400, 'slippage', `It must be a number from 0 to ${mostSlippage}, in percent`)
}

export function lessSlippage(amount: bigint, percent: number): bigint {
  const whole = 1_000_000n
  return (amount * (whole - BigInt(Math.round(percent * 10_000)))) / whole
}

function caipParts(text: unknown, field: string) {
  try {
    return parseCaipAddress(String(text))
  } catch {
    throw new DataRefusal(400, field, `${shown(text)} isn't a CAIP-10 address`)
  }
}

function shown(text: unknown): string {
  return text === undefined || text === '' ? 'A missing value' : String(text).slice(0, 100)
}
