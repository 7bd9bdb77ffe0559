import type { Hex } from '../../../core/chain/caip.ts'
import { DataRefusal } from '../data-refusal.ts'
import { type KnownAssets, nativeEip155 } from '../known-assets.ts'
import { NodeFailure, resultOf } from '../node-calls.ts'
import { bodyOf, type DataRequest, param } from '../requests.ts'
import type { WireApproval, WireGasPrice, WireQuote, WireSwap, WireSwapToken } from '../wire.ts'
import { amountThrough, canTake, poolFee, priceImpact } from './constant-product.ts'
import { type Exchange, type Route, routesBetween } from './exchange.ts'
import { allowanceCall, approveCall, balanceCall, tradeCall } from './router-calls.ts'
import {
  accountOf,
  amountOf,
  exchangeOf,
  lessSlippage,
  mostUint256,
  positiveAmount,
  type Side,
  sideOf,
  sidesOf,
  slippageOf,
} from './swap-request.ts'

export interface SwapSource {
  /** The exchanges, at most one per chain. */
  readonly exchanges: readonly Exchange[]
  /** The source of the assets' pictures. */
  readonly known: KnownAssets
  /** The current time, in ms since the epoch. */
  readonly now: () => number
}

/** How long a quote is valid, in ms. Reserves can change with every block. */
const quoteLife = 30_000
/** The time until the deadline of a built swap, in seconds. */
const buildLife = 20 * 60
/** The gas limit of a swap. Measured swaps use less than 90% of it. */
const gasOf = (pools: number) => 90_000n + 90_000n * BigInt(pools)

interface Offer {
  readonly route: Route
  readonly received: bigint
}

/**
 * Answers the `/v1/convert/…` calls. Computes quotes from the pools' reserves at the latest block (S2.7, S3.2.2). All methods can throw `DataRefusal`
 * and `NodeFailure`.
 */
export class Swaps {
  readonly #source: SwapSource

  constructor(source: SwapSource) {
    this.#source = source
  }

  async tokens(request: DataRequest): Promise<{ readonly tokens: readonly WireSwapToken[] }> {
    const { chain, native, tokens } = this.#exchange(param(request, 'chainId'))
    const listed = [{ ...native, address: nativeEip155 }, ...tokens]
    return {
      tokens: listed.map(({ name, symbol, decimals, address }) => {
        const known = this.#source.known.find(chain, address === nativeEip155 ? undefined : address)
        return { name, symbol, decimals, address: `${chain}:${address}`, logoUri: known?.iconUrl ?? '' }
      }),
    }
  }

  /** Besides the parameters of S3.2.2, accepts `slippage` in percent. Default: 1. */
  async quotes(request: DataRequest): Promise<{ readonly quotes: readonly WireQuote[] }> {
    const { from, to } = sidesOf(this.#source.exchanges, param(request, 'from'), param(request, 'to'))
    const { exchange } = from
    const amount = positiveAmount(param(request, 'amount'))
    accountOf(exchange, param(request, 'userAddress'))
    const slippage = slippageOf(param(request, 'slippage'))
    const { route, received } = await offer(from, to, amount, request.signal)
    const { pools, path } = route
    const quote: WireQuote = {
      id: null,
      fromAmount: String(amount),
      fromAccount: from.id,
      toAmount: String(received),
      toAccount: to.id,
      expiry: this.#source.now() + quoteLife,
      spender: exchange.router,
      minimum: String(lessSlippage(received, slippage)),
      slippage,
      route: [from.asset, ...path.slice(1, -1).map(() => exchange.wrapped), to.asset].map(
        ({ symbol }) => symbol,
      ),
      priceImpact: priceImpact(amount, pools),
      fee: String(poolFee(amount, pools.length)),
      gas: String(gasOf(pools.length)),
    }
    return { quotes: [quote] }
  }

  /** Returns how much of a token the exchange can spend. The native coin needs no allowance, so the answer is the maximum. */
  async allowance(request: DataRequest): Promise<{ readonly allowance: string }> {
    const token = sideOf(this.#source.exchanges, param(request, 'tokenAddress'), 'tokenAddress')
    const owner = accountOf(token.exchange, param(request, 'userAddress'))
    if (token.isNative) return { allowance: String(mostUint256) }
    const allowed = await read(token.exchange, token.traded, allowanceCall(token.exchange, owner), request)
    return { allowance: String(allowed) }
  }

  async gasPrice(request: DataRequest): Promise<WireGasPrice> {
    const standard = await priceOfGas(this.#exchange(param(request, 'chainId')), request)
    return {
      standard: String(standard),
      fast: String((standard * 11n) / 10n),
      instant: String((standard * 5n) / 4n),
    }
  }

  /** Besides the parameters of S3.2.2, accepts `amount`: the allowance to set. 0 revokes the allowance. Default: unlimited. */
  async buildApprove(request: DataRequest): Promise<{ readonly tx: WireApproval }> {
    const { from } = sidesOf(this.#source.exchanges, param(request, 'from'), param(request, 'to'))
    const { exchange, isNative, traded, asset, id } = from
    const owner = accountOf(exchange, param(request, 'userAddress'))
    if (isNative) throw new DataRefusal(400, 'from', `${asset.symbol} needs no approval`)
    const data = approveCall(exchange, amountOf(param(request, 'amount') ?? String(mostUint256)))
    const gas = await estimate(exchange, { from: owner, to: traded, data }, request)
    const gasPrice = String(await priceOfGas(exchange, request))
    return { tx: { from: id, to: id, data, value: '0', eip155: { gas: Number(gas), gasPrice } } }
  }

  /**
   * Besides the body of S3.2.2, accepts `minimum` in the smallest unit. Send the minimum of the quote, so that the swap
   * guarantees it. Default: computed from the current reserves and the slippage.
   */
  async buildTransaction(request: DataRequest): Promise<{ readonly tx: WireSwap }> {
    const body = bodyOf(request)
    const { from, to } = sidesOf(this.#source.exchanges, body.from, body.to)
    const { exchange } = from
    const amount = positiveAmount(body.amount)
    const owner = accountOf(exchange, body.userAddress)
    const slippage = slippageOf(Object(body.eip155).slippage)
    const { route, received } = await offer(from, to, amount, request.signal)
    const minimum =
      body.minimum === undefined ? lessSlippage(received, slippage) : amountOf(body.minimum, 'minimum')
    if (received < minimum)
      throw new DataRefusal(409, 'minimum', `The price has moved: only ${received} would be received now`)
    const deadline = (await this.#time(exchange, request)) + buildLife
    const { data, value } = tradeCall({
      ...{ path: route.path, amount, minimum, deadline, receiver: owner },
      ...{ givesNative: from.isNative, receivesNative: to.isNative },
    })
    const call = { from: owner, to: exchange.router, data, value }
    if (body.disableEstimate !== true) await requireFunds(from, owner, amount, request)
    const usual = gasOf(route.pools.length)
    const estimated = body.disableEstimate === true ? usual : await estimate(exchange, call, request)
    // In each block, the first trade in a pool also stores the pool's prices, which costs gas. The estimate lacks this cost if its
    // block already has a trade in the pool.
    const gas = estimated > usual ? estimated : usual
    return {
      tx: {
        from: `${exchange.chain}:${owner}`,
        to: `${exchange.chain}:${exchange.router}`,
        data,
        amount: String(amount),
        eip155: { gas: String(gas), gasPrice: String(await priceOfGas(exchange, request)) },
        value: String(value),
        minimum: String(minimum),
        deadline,
      },
    }
  }

  #exchange(chain: string | undefined): Exchange {
    return exchangeOf(this.#source.exchanges, chain, 'chainId')
  }

  /**
   * Returns the later of the server's time and the chain's time, in seconds since the epoch. The time of a test chain can be
   * ahead.
   */
  async #time({ node }: Exchange, { signal }: DataRequest): Promise<number> {
    const block = await node.call<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false], signal)
    return Math.max(Math.floor(this.#source.now() / 1000), Number(block.timestamp))
  }
}

async function offer(from: Side, to: Side, amount: bigint, signal?: AbortSignal): Promise<Offer> {
  const routes = await routesBetween(from.exchange, from.traded, to.traded, signal)
  if (routes.length === 0)
    throw new DataRefusal(400, 'to', `No pool trades ${from.asset.symbol} for ${to.asset.symbol}`)
  const offers = routes
    .filter(({ pools }) => canTake(amount, pools))
    .map((route) => ({ route, received: amountThrough(amount, route.pools) }))
  const [best] = offers.toSorted((a, b) => (a.received < b.received ? 1 : -1))
  if (!best) throw new DataRefusal(400, 'amount', 'It is more than the pools can take')
  if (best.received === 0n)
    throw new DataRefusal(400, 'amount', `It is too small to buy any ${to.asset.symbol}`)
  return best
}

async function requireFunds(from: Side, owner: Hex, amount: bigint, request: DataRequest): Promise<void> {
  const { exchange, traded, isNative, asset } = from
  const balance = isNative
    ? BigInt(await exchange.node.call<Hex>('eth_getBalance', [owner, 'latest'], request.signal))
    : await read(exchange, traded, balanceCall(owner), request)
  if (balance < amount) throw new DataRefusal(400, 'amount', `The account has less ${asset.symbol}`)
  if (isNative) return
  if ((await read(exchange, traded, allowanceCall(exchange, owner), request)) < amount)
    throw new DataRefusal(400, 'allowance', `The exchange has no allowance for that much ${asset.symbol}`)
}

async function read({ node }: Exchange, to: Hex, data: Hex, { signal }: DataRequest): Promise<bigint> {
  const word = await node.call<Hex>('eth_call', [{ to, data }, 'latest'], signal)
  if (word.length !== 66) throw new NodeFailure('The token does not answer like an EIP-20 token')
  return BigInt(word)
}

async function priceOfGas({ node }: Exchange, { signal }: DataRequest): Promise<bigint> {
  return BigInt(await node.call<Hex>('eth_gasPrice', [], signal))
}

/** Estimates the gas, and adds a tenth, because the call can need more gas in its block than now. */
async function estimate(
  { node }: Exchange,
  {
    value = 0n,
    ...call
  }: { readonly from: Hex; readonly to: Hex; readonly data: Hex; readonly value?: bigint },
  { signal }: DataRequest,
): Promise<bigint> {
  const asked = { method: 'eth_estimateGas', params: [{ ...call, value: `0x${value.toString(16)}` }] }
  const [outcome] = await node.all<Hex>([asked], signal)
  if (outcome && 'error' in outcome) throw new DataRefusal(400, 'userAddress', outcome.error.slice(0, 200))
  return (BigInt(resultOf(outcome)) * 11n) / 10n
}
