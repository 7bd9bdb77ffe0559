import { withHeadroom } from '../../../core/amounts/fee-headroom.ts'
import type { CaipAddress, CaipAssetId } from '../../../core/chain/caip.ts'
import { tokenAsset } from '../../../core/chain/token-asset.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { FeeDetail, Transaction } from '../../../core/wallet/family.ts'
import type {
  BuiltSwap,
  SwapNamespace,
  SwapProvider,
  SwapQuote,
  SwapToken,
} from '../../../core/wallet/payments/swap-provider.ts'
import type { SwapSupport } from '../../../core/wallet/payments/swap-support.ts'
import type { Amount } from '../../../core/wallet/transaction.ts'
import type { CallOptions, Clock } from '../../../ports.ts'
import type { SwapReview, SwapTerms } from './swap.ts'
import { type AnySwapRequest, receivingIn } from './swap-account.ts'
import { unsupported } from './swap-adapter.ts'
import { approvalsOf } from './swap-approvals.ts'
import { callOf, wrapErrors } from './swap-calls.ts'
import { checkSwap, differs } from './swap-check.ts'
import { refundOf } from './swap-refund.ts'

/**
 * The gas that is added to the estimate for each pool of the route. At the first trade of each second, a pool stores two
 * cumulative prices. The first write to each storage slot costs up to 22,100 gas (EIP-2929). An estimate in the same second as
 * another trade doesn't include these writes. https://docs.uniswap.org/contracts/v2/concepts/core-concepts/oracles
 */
const priceSums = 2n * 22_100n

/** A step that is ready for the wallet. */
export interface PreparedStep {
  readonly review: SwapReview
  readonly request: AnySwapRequest
  readonly call: Transaction<SwapNamespace>
  /** The contract that can take the tokens after this approval. Set if the visitor may want to revoke the approval. */
  readonly opens: string | undefined
  /** The account's balance of the token to receive, at the time when the step was prepared. */
  readonly before: bigint
  readonly provider: SwapProvider<SwapNamespace>
  /** When the step was prepared, in ms since the Unix epoch. */
  readonly at: number
}

export interface Preparing {
  readonly provider: SwapProvider<SwapNamespace>
  readonly adapter: ChainAdapter<SwapNamespace>
  readonly exchange: SwapSupport<SwapNamespace>
  readonly clock: Pick<Clock, 'now'>
  /** The tokens of the network on which the account pays. */
  readonly tokens: readonly SwapToken[]
  readonly coin: Pick<Amount, 'symbol' | 'decimals'>
}

/**
 * Asks the provider to build the swap, and checks it against the quote. If the account's allowance for the exchange is too low,
 * builds and checks an approval instead. If the node can simulate the calls, checks the result of the simulation. The wallet gets
 * exactly the bytes that were checked.
 */
export async function prepareStep(
  { provider, adapter, exchange, clock, ...first }: Preparing,
  request: AnySwapRequest,
  quote: SwapQuote,
  terms: SwapTerms,
  opts: CallOptions,
): Promise<PreparedStep> {
  const { account, from, to, amount } = request
  const [built, balance, before] = await Promise.all([
    wrapErrors('swap/build-failed', provider.build(request, quote, opts)),
    balanceOf(adapter, request, from, opts),
    balanceOf(adapter, receivingIn(request), to, opts),
  ])
  if (balance.value < amount)
    throw latchkeyError('validation/insufficient-balance', { values: { symbol: from.symbol } })
  const proven = async (call: Transaction<SwapNamespace>) => {
    const read = await exchange.read(call, account, request)
    checkSwap(built, read, request, terms, clock.now())
    return read
  }
  if (!('data' in built)) await proven(await compiled(exchange, account, built, { ...opts, draft: true }))
  const swap = await compiled(exchange, account, built, opts)
  const decoded = await proven(swap)
  const router = adapter.normalizeAddress(built.to) ?? built.to
  const approvals = await approvalsOf(
    { provider, exchange, clock },
    request,
    quote,
    { router, decoded },
    opts,
  )
  const bridge = decoded?.kind === 'swap' ? decoded.bridge : undefined
  const refund = bridge && refundOf(bridge, request, terms, first)
  const calls = [...approvals.map((approval) => approval.call), swap]
  await rehearse(exchange, calls, request, terms, opts)
  const [approval] = approvals
  const call = approval?.call ?? swap
  const { total, detail } = await exchange.fee(account, call, opts)
  const room =
    'gas' in detail && decoded?.kind === 'swap' && !approval
      ? priceSums * BigInt(decoded.pools ?? decoded.path.length - 1)
      : 0n
  const fee = { ...total, value: total.value + ('gas' in detail ? room * detail.maxFeePerGas : 0n) }
  const maxFee = { ...fee, value: withHeadroom(fee.value) }
  if (from.address === undefined && balance.value < amount + fee.value)
    throw latchkeyError('validation/insufficient-balance', { values: { symbol: from.symbol } })
  const review: SwapReview = {
    step: approval ? 'approve' : 'swap',
    terms,
    spender: approval?.spender ?? router,
    ...(approval && { approves: approval.amount }),
    ...(!approval && decoded?.kind === 'swap' && { deadline: decoded.deadline }),
    ...(!approval &&
      bridge &&
      refund && { bridge: { name: bridge.name, amount: refund, refundAfter: bridge.refundAfter } }),
    fee,
    maxFee,
  }
  const opens = approval?.isTokens && approval.amount > 0n ? approval.spender : undefined
  return {
    review,
    request,
    call: withGas(call, detail, room),
    opens,
    provider,
    before: before.value,
    at: clock.now(),
  }
}

/**
 * Simulates the calls, if a node supports simulations. In a swap on one network, at least the minimum must arrive. In a swap
 * between networks, a simulation can only show that the calls take no more than the amount.
 */
async function rehearse(
  { simulate }: SwapSupport<SwapNamespace>,
  calls: readonly Transaction<SwapNamespace>[],
  { account, toNetwork, from, to, amount }: AnySwapRequest,
  { minimum }: SwapTerms,
  opts: CallOptions,
): Promise<void> {
  const done = await simulate(account, calls, (toNetwork ? from : to).address, opts)
  if (!done) return
  const { balanceChange } = done
  if (toNetwork && balanceChange < -amount)
    throw differs('amount', `according to the node, ${-balanceChange} would be taken`)
  if (!toNetwork && balanceChange < minimum)
    throw differs('minimum', `according to the node, only ${balanceChange} would arrive`)
}

/** Returns the transaction to decode, simulate and sign. */
async function compiled(
  { compile }: SwapSupport<SwapNamespace>,
  account: CaipAddress<SwapNamespace>,
  built: BuiltSwap,
  opts: CallOptions & { readonly draft?: boolean },
): Promise<Transaction<SwapNamespace>> {
  if ('data' in built) return callOf(built)
  if (!compile) throw unsupported()
  return compile(account, built, opts)
}

/** Sets the gas limit of an eip155 call. Transactions of other families contain their limits already. */
export function withGas(
  call: Transaction<SwapNamespace>,
  detail: FeeDetail<SwapNamespace>,
  room = 0n,
): Transaction<SwapNamespace> {
  return 'gas' in detail ? { ...(call as Transaction<'eip155'>), gas: detail.gas + room } : call
}

/**
 * Reads a token's balance from the network. Leaves out a multiplier for shown amounts: a swap shows, accepts and signs the same
 * units, and the amounts of a quote have no multiplier.
 * @throws `swap/mismatch` if the token has other decimals on the network.
 */
export async function balanceOf(
  adapter: ChainAdapter<SwapNamespace>,
  { account, network }: Pick<AnySwapRequest, 'account' | 'network'>,
  { address, decimals }: SwapToken,
  opts: CallOptions,
): Promise<Amount> {
  const asset = address === undefined ? undefined : tokenAsset(network, address)
  const held = await adapter.getBalance(account, asset as CaipAssetId<SwapNamespace> | undefined, opts)
  const { multiplier: _, ...balance } = held
  if (balance.decimals !== decimals)
    throw differs('decimals', `the network reports ${balance.decimals} decimals`)
  return balance
}
