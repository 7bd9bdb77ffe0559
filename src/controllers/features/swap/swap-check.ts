import { isSameAddress } from '../../../core/chain/same-address.ts'
import { type LatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { swapLimits as limits } from '../../../core/limits.ts'
import type { SolanaSwapCall, SwapCall, SwapQuote } from '../../../core/wallet/payments/swap-provider.ts'
import type { DecodedCall, DecodedSwap } from '../../../core/wallet/payments/swap-support.ts'
import type { SwapTerms } from './swap.ts'
import type { AnySwapRequest } from './swap-account.ts'

// These checks run before the wallet is asked, so that the wallet signs only a call that matches the request. Each error names
// the field that differs.

/** Returns the error for a field that doesn't match the request. */
export function differs(field: string, reason: string): LatchkeyError {
  return latchkeyError('swap/mismatch', { values: { field, reason } })
}

function must(fits: boolean, field: string, reason: string): void {
  if (!fits) throw differs(field, reason)
}

/** Checks that a quote matches the request and is still valid. */
export function checkQuote(quote: SwapQuote, request: AnySwapRequest, least: bigint, now: number): void {
  must(
    isSameAddress(quote.from, request.from.address),
    'source token',
    `the quote is for ${quote.from ?? 'the native asset'}`,
  )
  must(
    isSameAddress(quote.to, request.to.address),
    'target token',
    `the quote is for ${quote.to ?? 'the native asset'}`,
  )
  must(quote.amount === request.amount, 'amount', `the quote is for ${quote.amount}`)
  must(
    (quote.bridge?.network ?? request.network) === targetNetwork(request),
    'target network',
    `the quote is for ${quote.bridge?.network ?? request.network}`,
  )
  must(quote.toAmount > 0n, 'target amount', 'nothing would arrive')
  const { minimum = least, fee = 0n, expiresAt = now + 1 } = quote
  must(minimum >= least && minimum <= quote.toAmount, 'minimum', `the quote's minimum is ${minimum}`)
  must(fee >= 0n && fee < request.amount, 'provider fee', `the quote's fee is ${fee}`)
  must(
    expiresAt > now && expiresAt <= now + limits.maxQuoteLifetime,
    'expiry',
    'the quote expired, or its expiry is too far ahead',
  )
}

/** Checks that a call performs the quoted swap for the visitor's account. `read` is the call, decoded from its bytes. */
export function checkSwap(
  call: SwapCall | SolanaSwapCall,
  read: DecodedCall | undefined,
  request: AnySwapRequest,
  terms: Pick<SwapTerms, 'minimum' | 'spender'>,
  now: number,
): void {
  checkEnds(call, request)
  must(
    terms.spender === undefined || isSameAddress(call.to, terms.spender),
    'contract',
    `it calls ${call.to}`,
  )
  if (read?.kind !== 'swap') throw differs('data', "the call isn't a supported swap call")
  const { path, fromCoin, toCoin } = read
  must(
    fromCoin === (request.from.address === undefined),
    'source token',
    fromCoin ? 'it spends the native asset' : 'it spends a token',
  )
  must(
    toCoin === (request.to.address === undefined),
    'target token',
    toCoin ? 'it receives the native asset' : 'it receives a token',
  )
  must(path.length > 1 && path.length <= longestPath, 'route', `it has ${path.length} tokens`)
  must(fromCoin || isSameAddress(path[0], request.from.address), 'source token', `it spends ${path[0]}`)
  must(toCoin || isSameAddress(path.at(-1), request.to.address), 'target token', `it receives ${path.at(-1)}`)
  const paid = request.from.address === undefined ? request.amount : 0n
  must(call.value === paid, 'value', `it pays ${call.value}`)
  must(read.amount === request.amount, 'amount', `it spends ${read.amount}`)
  must(read.minimum >= terms.minimum, 'minimum', `it accepts ${read.minimum}`)
  must(isSameAddress(read.receiver, ownerOf(request)), 'receiver', `it pays ${read.receiver}`)
  checkBridge(read, request, now)
  if (read.deadline === undefined) return
  const ends = Number(read.deadline) * 1000
  must(ends > now && ends <= now + limits.maxDeadline, 'deadline', 'it has passed, or is too far ahead')
}

/** Checks that the output arrives on the requested network, and that the account gets a refund if the output doesn't arrive. */
function checkBridge({ bridge }: DecodedSwap, request: AnySwapRequest, now: number): void {
  const network = bridge?.network ?? request.network
  must(network === targetNetwork(request), 'target network', `it pays on ${network}`)
  must(!bridge === !request.toNetwork, 'target network', 'it uses a bridge to the same network')
  if (!bridge) return
  must(isSameAddress(bridge.refundTo, ownerOf(request)), 'refund', `it refunds ${bridge.refundTo}`)
  const ends = Number(bridge.refundAfter) * 1000
  must(
    ends > now && ends <= now + limits.maxBridge,
    'refund time',
    'the bridge would refund the tokens too late, or at once',
  )
}

function targetNetwork({ network, toNetwork = network }: AnySwapRequest): string {
  return toNetwork
}

/** Checks that an approval lets `spender` take exactly the amount of the token. */
export function checkApproval(
  call: SwapCall,
  read: DecodedCall | undefined,
  request: AnySwapRequest,
  spender: string,
): void {
  checkEnds(call, request)
  if (read?.kind !== 'approve') throw differs('data', "the call isn't a supported approval call")
  must(isSameAddress(read.token, request.from.address), 'approved token', `it approves ${read.token}`)
  must(isSameAddress(read.spender, spender), 'spender', `it approves ${read.spender}`)
  must(read.amount === request.amount, 'approved amount', `it approves ${read.amount}`)
  must(call.value === 0n, 'value', `it pays ${call.value}`)
}

/** The maximum number of tokens in a route. Real routes have fewer. */
const longestPath = 5

function checkEnds(call: SwapCall | SolanaSwapCall, request: AnySwapRequest): void {
  must(call.network === request.network, 'network', `it is for ${call.network}`)
  must(isSameAddress(call.from, ownerOf(request)), 'account', `it is for ${call.from}`)
}

function ownerOf({ account, network }: AnySwapRequest): string {
  return account.slice(network.length + 1)
}
