import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { minimumOf } from '../../../core/amounts/swap-figures.ts'
import type { CaipNetworkId, Hex } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { isSameAddress } from '../../../core/chain/same-address.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { swapContractsOf } from '../../../core/wallet/payments/swap-contracts.ts'
import type {
  SwapProvider,
  SwapProviderContext,
  SwapQuote,
  SwapRequest,
  SwapToken,
} from '../../../core/wallet/payments/swap-provider.ts'
import type { UniswapOptions } from '../options.ts'

/**
 * The interface of SwapRouter02: https://github.com/Uniswap/swap-router-contracts, `contracts/interfaces/IV3SwapRouter.sol`,
 * `IMulticallExtended.sol` of v1.3.1.
 */
const routerAbi = parseAbi([
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
])
/**
 * The interface of the Universal Router: https://github.com/Uniswap/universal-router, `contracts/interfaces/IUniversalRouter.sol`
 * of v2.1.0.
 */
const universalAbi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
/**
 * The Universal Router's commands and their inputs: `contracts/libraries/Commands.sol`, `contracts/base/Dispatcher.sol` of
 * v2.1.0.
 */
const commands = { swap: 0x00, wrap: 0x0b, unwrap: 0x0c } as const
const swapInput = parseAbiParameters(
  'address to, uint256 amount, uint256 minimum, bytes path, bool payerIsUser',
)
const payInput = parseAbiParameters('address to, uint256 amount')
/** The interface of the quoter: https://github.com/Uniswap/v3-periphery, `contracts/interfaces/IQuoterV2.sol` of v1.4.4. */
const quoterAbi = parseAbi(['function quoteExactInput(bytes path, uint256 amountIn)'])

/** The fees of pools, in millionths: https://docs.uniswap.org/concepts/protocol/fees */
const fees = [100, 500, 3000, 10_000] as const
/** The recipient that means the router itself, in SwapRouter02 and in the Universal Router. */
const routerItself = '0x0000000000000000000000000000000000000002'
/** In ms: how long a quote is valid. Prices can change with every block. */
const quoteLife = 30_000
/** The time until the deadline of a built swap, in seconds. */
const buildLife = 20n * 60n

/** The number by which the amount is divided to measure the price without impact. */
const smallPart = 1000n
/**
 * The minimum that the small part must yield, in smallest units. If it yields less, the price impact isn't measured, because
 * rounding would distort it.
 */
const enough = 1000n

interface Offer {
  readonly tokens: readonly Hex[]
  readonly fees: readonly number[]
  /** The amount that the account gets, in the smallest unit of the last token. */
  readonly gets: bigint
}
const nothing: Offer = { tokens: [], fees: [], gets: 0n }
interface UniswapQuote extends SwapQuote {
  readonly path: Hex
}

/** Creates a provider of Uniswap V3's quotes and swaps. It reads the quotes from the client's own nodes. */
export function uniswapSwaps(options: UniswapOptions, { rpc, clock }: SwapProviderContext): SwapProvider {
  const isUniversal = options.router === 'universal-router'
  const contractsOf = (network: CaipNetworkId) => {
    const known = swapContractsOf(network, options.contracts) ?? {}
    const { wrapped, uniswapQuoter: quoter, swapRouter02, universalRouters = [], permit2 } = known
    const router = isUniversal ? universalRouters[0] : swapRouter02
    /** The contract that needs an allowance to take the token. */
    const spender = isUniversal ? permit2 : router
    if (!wrapped || !router || !quoter || !spender) throw latchkeyError('swap/unsupported')
    return { wrapped, router, quoter, spender }
  }
  const listed = (network: CaipNetworkId<'eip155'>) => options.tokens[network] ?? []
  return {
    name: 'uniswap',
    async tokens(network, { only } = {}) {
      const tokens = listed(network)
      if (tokens.length === 0) return []
      // The client replaces this name and symbol with the ones in the network's definition.
      const coin: SwapToken = { symbol: 'ETH', name: 'Ether', decimals: 18 }
      const all = [coin, ...tokens]
      return only ? all.filter(({ address }) => only.includes(address)) : all
    },
    async quote(request, opts) {
      const { network, from, to, amount } = request
      const { wrapped, router, quoter } = contractsOf(network)
      const node = rpc(network)
      /** Returns the amount that a path yields. Resolves with 0 if a pool is missing, because the call then reverts. */
      async function given(path: Hex, paid: bigint): Promise<bigint> {
        const data = encodeFunctionData({ abi: quoterAbi, args: [path, paid] })
        const call = { method: 'eth_call', params: [{ to: quoter, data }, 'latest'] }
        return wordOf(await node.request(call, opts).catch(unlessReverted))
      }
      const [first, last] = [(from.address ?? wrapped) as Hex, (to.address ?? wrapped) as Hex]
      /** Returns the offer of the best pool for two tokens. */
      async function swapped(tokens: readonly [Hex, Hex], paid: bigint): Promise<Offer> {
        const offers = fees.map(async (fee) => {
          const path = concatHex([tokens[0], numberToHex(fee, { size: 3 }), tokens[1]])
          return { tokens, fees: [fee], gets: await given(path, paid) }
        })
        return (await Promise.all(offers)).reduce(better, nothing)
      }
      /**
       * Returns the offer through the wrapped token. Continues only from the pool that yields the most in the first half: the
       * second half then yields the most too.
       */
      async function through(): Promise<Offer> {
        if ([first, last].some((token) => isSameAddress(token, wrapped))) return nothing
        const before = await swapped([first, wrapped], amount)
        if (before.gets === 0n) return nothing
        const after = await swapped([wrapped, last], before.gets)
        return { tokens: [first, wrapped, last], fees: [...before.fees, ...after.fees], gets: after.gets }
      }
      const [gasPrice, ...offers] = await Promise.all([
        node.request<Hex>({ method: 'eth_gasPrice' }, opts),
        swapped([first, last], amount),
        through(),
      ])
      const best = offers.reduce(better, nothing)
      if (best.gets === 0n) throw latchkeyError('swap/no-quote')
      const path = pathOf(best)
      const part = amount / smallPart
      const small = part > 0n ? await given(path, part) : 0n
      const symbols = best.tokens.slice(1, -1).map((address) => symbolOf(network, address))
      const quote: UniswapQuote = {
        from: from.address,
        to: to.address,
        amount,
        toAmount: best.gets,
        spender: router,
        route: [from.symbol, ...symbols, to.symbol],
        fee: best.fees.reduce((total, fee) => total + (amount * BigInt(fee)) / 1_000_000n, 0n),
        priceImpact: small < enough ? undefined : impactOf((small * amount) / part, best.gets),
        gasPrice: BigInt(gasPrice),
        expiresAt: clock.now() + quoteLife,
        path,
      }
      return quote
    },
    async approval({ network, account, from, amount }, _, opts) {
      const { spender } = contractsOf(network)
      const owner = ownerOf(account)
      const token = from.address as Hex
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'allowance',
        args: [owner, spender],
      })
      const answer = await rpc(network).request<Hex>(
        { method: 'eth_call', params: [{ to: token, data }, 'latest'] },
        opts,
      )
      const args = [spender, amount] as const
      return {
        allowance: wordOf(answer),
        call: {
          network,
          from: owner,
          to: token,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
          value: 0n,
        },
      }
    },
    async build(request, quote) {
      const { network, account, from, to, amount, slippage } = request
      const { path, toAmount, minimum = minimumOf(toAmount, slippage) } = quote as UniswapQuote
      const owner = ownerOf(account)
      const isCoin = { from: from.address === undefined, to: to.address === undefined }
      const encode = isUniversal ? universalCall : router02Call
      const deadline = BigInt(Math.floor(clock.now() / 1000)) + buildLife
      return {
        network,
        from: owner,
        to: contractsOf(network).router,
        data: encode({ owner, path, amount, minimum, isCoin, deadline }),
        value: isCoin.from ? amount : 0n,
      }
    },
  }
  function symbolOf(network: CaipNetworkId<'eip155'>, address: Hex): string {
    const known = listed(network).find((one) => isSameAddress(one.address, address))
    return known?.symbol ?? 'WETH'
  }
}

interface Built {
  readonly owner: Hex
  readonly path: Hex
  readonly amount: bigint
  readonly minimum: bigint
  /** Whether the native coin is sold (`from`) or bought (`to`). */
  readonly isCoin: { readonly from: boolean; readonly to: boolean }
  /** The deadline of the swap, as Unix time in seconds. */
  readonly deadline: bigint
}

function router02Call({ owner, path, amount, minimum, isCoin, deadline }: Built): Hex {
  const params = {
    path,
    recipient: isCoin.to ? routerItself : owner,
    amountIn: amount,
    amountOutMinimum: minimum,
  } as const
  const parts = [encodeFunctionData({ abi: routerAbi, functionName: 'exactInput', args: [params] })]
  if (isCoin.to)
    parts.push(encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [minimum, owner] }))
  return encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [deadline, parts] })
}

function universalCall({ owner, path, amount, minimum, isCoin, deadline }: Built): Hex {
  const recipient = isCoin.to ? routerItself : owner
  // The router owns the wrapped coins. Other tokens come from the account, through Permit2.
  const swap = encodeAbiParameters(swapInput, [recipient, amount, minimum, path, !isCoin.from])
  const parts: (readonly [number, Hex])[] = [[commands.swap, swap]]
  if (isCoin.from) parts.unshift([commands.wrap, encodeAbiParameters(payInput, [routerItself, amount])])
  if (isCoin.to) parts.push([commands.unwrap, encodeAbiParameters(payInput, [owner, minimum])])
  const codes = concatHex(parts.map(([code]) => numberToHex(code, { size: 1 })))
  const args = [codes, parts.map(([, input]) => input), deadline] as const
  return encodeFunctionData({ abi: universalAbi, args })
}

/** Returns the price impact in percent. */
function impactOf(expected: bigint, gets: bigint): number {
  return gets >= expected ? 0 : Number(((expected - gets) * 10_000n) / expected) / 100
}

function better(one: Offer, other: Offer): Offer {
  return other.gets > one.gets ? other : one
}

function pathOf({ tokens, fees: pools }: Offer): Hex {
  return concatHex(
    tokens.flatMap((token, at) =>
      at === 0 ? [token] : [numberToHex(pools[at - 1] ?? 0, { size: 3 }), token],
    ),
  )
}

/** Returns the first word of an answer. Returns 0 if there is none. */
function wordOf(answer: unknown): bigint {
  return typeof answer === 'string' && /^0x[\da-f]{64}/i.test(answer) ? BigInt(answer.slice(0, 66)) : 0n
}

function unlessReverted(error: unknown): undefined {
  if (!isLatchkeyError(error, 'node/execution-reverted')) throw error
  return undefined
}

function ownerOf(account: SwapRequest['account']): Hex {
  return parseCaipAddress(account).address as Hex
}
