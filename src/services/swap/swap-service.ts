import { minimumOf, providerFeeOf } from '../../core/amounts/swap-figures.ts'
import { tokenSymbol } from '../../core/amounts/token-symbol.ts'
import type { CaipNetworkId, Hex } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { pricedAddress } from '../../core/chain/token-asset.ts'
import { HttpError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { swapLimits } from '../../core/limits.ts'
import { swapServiceName } from '../../core/options/feature-providers.ts'
import { isFresh } from '../../core/timing.ts'
import type {
  SwapCall,
  SwapProvider,
  SwapRequest,
  SwapToken,
} from '../../core/wallet/payments/swap-provider.ts'
import type { CallOptions, Clock } from '../../ports.ts'
import type { DataRequests } from '../data/data-requests.ts'
import type { HoldingsService } from '../data/holdings.ts'
import type { SwapAnswers } from './swap-answers.ts'

/** The HTTP statuses of a service without a result for the request. */
const noneHere: readonly number[] = [400, 404, 422]

export interface SwapServiceOptions {
  readonly requests: DataRequests & Pick<HoldingsService, 'prices'>
  readonly projectId: string | undefined
  /** The option `currency`. If the service's prices are in another currency, they count as unknown. */
  readonly currency: string
  readonly answers: SwapAnswers
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Creates the swap provider of the service behind `endpoints.data` (S2.7, S3.2.2). The service uses the token `0xeeee…` for the
 * native coin.
 */
export function createSwapService({
  requests,
  projectId,
  currency,
  answers,
  clock,
}: SwapServiceOptions): SwapProvider {
  const lists = new Map<string, { readonly tokens: readonly SwapToken[]; readonly at: number }>()

  async function listOf(network: CaipNetworkId<'eip155'>, opts: CallOptions): Promise<readonly SwapToken[]> {
    const kept = lists.get(network)
    if (kept && isFresh(kept.at, swapLimits.tokensLifetime, clock.now())) return kept.tokens
    if (!(await requests.supports(network, opts))) return []
    const found = await requests
      .get('v1/convert/tokens', { chainId: network }, answers.tokens, opts)
      .catch((cause: unknown) => {
        // The service supports the network in general, but no swaps on it.
        if (cause instanceof HttpError && noneHere.includes(cause.status ?? 0)) return []
        throw cause
      })
    const tokens = found.flatMap(({ name, symbol, address, decimals, logoUri }) => {
      const { networkId, address: contract } = parseCaipAddress(address)
      if (networkId !== network) return []
      const words = { name: tokenSymbol(name), symbol: tokenSymbol(symbol) }
      return [{ ...words, address: plainOf(contract), decimals, iconUrl: logoUri }]
    })
    if (tokens.length > 0) lists.set(network, { tokens, at: clock.now() })
    return tokens
  }

  /** Checks the network. A call on an unsupported network must fail without a request (S3.2.2). */
  async function supported(
    { network }: SwapRequest,
    code: 'swap/unsupported' | 'swap/gas-price-unsupported',
    opts: CallOptions | undefined,
  ): Promise<void> {
    if (!(await requests.supports(network, opts))) throw latchkeyError(code)
  }

  return {
    name: swapServiceName,
    currency,
    async tokens(network, { only, ...opts } = {}) {
      const list = await listOf(network, opts)
      if (!only) return list
      const named = only.map((address) => address?.toLowerCase())
      const wanted = list.filter(({ address }) => named.includes(address?.toLowerCase()))
      const addresses = wanted.map(({ address }) => address)
      const prices = await requests.prices(network, addresses, opts)
      return wanted.map((token, at) => ({ ...token, price: prices[at] }))
    },
    async quote(request, opts) {
      await supported(request, 'swap/gas-price-unsupported', opts)
      const chainId = request.network
      const { standard: gasPrice } = readValue(
        await requests.get('v1/convert/gas-price', { chainId }, answers.gasPrice, opts),
      )
      // This call needs the plain address. All other calls need the CAIP-10 id (S3.3.8).
      const { address: userAddress } = parseCaipAddress(request.account)
      const { slippage } = request
      const params = { amount: `${request.amount}`, userAddress, ...pairOf(request), gasPrice, slippage }
      const found = await requests
        .get('v1/convert/quotes', params, answers.quotes, opts)
        .catch((cause: unknown) => {
          if (cause instanceof HttpError && noneHere.includes(cause.status ?? 0))
            throw latchkeyError('swap/no-quote', { cause })
          throw cause
        })
      const [first] = readValue(found).quotes
      if (first === undefined) throw latchkeyError('swap/no-quote')
      const offer = readValue(answers.quote(first))
      const { fromAmount, fromAccount, toAmount, toAccount, minimum, fee, expiry, ...named } = offer
      const own = (account: string) => {
        const { networkId, address } = parseCaipAddress(account)
        // If the account is on another network, keep the account's CAIP-10 id. The comparison with the requested address then
        // fails.
        return networkId === request.network ? plainOf(address) : account
      }
      return {
        ...named,
        from: own(fromAccount),
        to: own(toAccount),
        amount: BigInt(fromAmount),
        toAmount: BigInt(toAmount),
        minimum: minimum === undefined ? undefined : BigInt(minimum),
        // If the service states no fee, use the default fee (S3.3.8).
        fee: fee === undefined ? providerFeeOf(request.amount) : BigInt(fee),
        gasPrice: BigInt(gasPrice),
        expiresAt: expiry && expiryHere(expiry, clock.now()),
      }
    },
    async approval(request, _quote, opts) {
      await supported(request, 'swap/unsupported', opts)
      const { from: tokenAddress, to } = pairOf(request)
      const userAddress = request.account
      const { allowance } = readValue(
        await requests.get('v1/convert/allowance', { tokenAddress, userAddress }, answers.allowance, opts),
      )
      // `amount` isn't in the specification. If a service ignores this field, the approval may be too large. Such an approval is
      // refused later.
      const params = { userAddress, from: tokenAddress, to, amount: `${request.amount}` }
      const { tx } = readValue(await requests.get('v1/convert/build-approve', params, answers.approval, opts))
      // The service may return the token's address in the field `from` (S3.3.8).
      const from = tx.from.toLowerCase() === tokenAddress?.toLowerCase() ? request.account : tx.from
      return { allowance: BigInt(allowance), call: callOf(request, { ...tx, from }, tx.value) }
    },
    async build(request, quote, opts) {
      await supported(request, 'swap/unsupported', opts)
      const body = {
        amount: `${request.amount}`,
        eip155: { slippage: request.slippage },
        projectId,
        ...pairOf(request),
        userAddress: request.account,
        disableEstimate: true,
        // Not in the specification. Request the minimum that the visitor saw. By default, the service computes a minimum from the
        // current price.
        minimum: `${quote.minimum ?? minimumOf(quote.toAmount, request.slippage)}`,
      }
      const built = await requests
        .post('v1/convert/build-transaction', body, answers.build, opts)
        .catch((cause: unknown) => {
          if (!(cause instanceof HttpError) || cause.status !== 409) throw cause
          const values = { field: 'minimum', reason: 'the price changed' }
          throw latchkeyError('swap/mismatch', { values, cause })
        })
      const { tx } = readValue(built)
      // If the visitor sells the native coin, the call's value is the amount (S3.3.8).
      return callOf(request, tx, tx.value ?? (request.from.address === undefined ? tx.amount : '0'))
    },
  }
}

/** Returns the value of a response. @throws `swap/mismatch` with the path of the invalid field. */
function readValue<T>(answer: { readonly value: T } | { readonly wrong: string }): T {
  if ('value' in answer) return answer.value
  throw latchkeyError('swap/mismatch', { values: { field: answer.wrong, reason: 'its format is invalid' } })
}

/**
 * Returns the expiry if it can be right by this clock. Returns undefined if this clock and the service's clock seem to differ: the
 * quote is then valid for the default time, and the swap's minimum still counts. A wrong expiry is returned as it is, so that the
 * quote is refused.
 */
function expiryHere(expiry: number, now: number): number | undefined {
  const left = expiry - now
  // If less than the time between two quotes is left, the visitor couldn't use the quote.
  const isUsual = left > swapLimits.refresh && left <= swapLimits.maxQuoteLifetime
  return !isUsual && Math.abs(left) <= swapLimits.maxDeadline ? undefined : expiry
}

function pairOf({ network, from, to }: SwapRequest) {
  return { from: pricedAddress(network, from.address), to: pricedAddress(network, to.address) }
}

function callOf(
  { account }: Pick<SwapRequest, 'account'>,
  tx: { from: string; to: string; data: string },
  value: string,
): SwapCall {
  const { networkId: network, address: to } = parseCaipAddress(tx.to)
  const sender = parseCaipAddress(tx.from)
  const from = sender.networkId === parseCaipAddress(account).networkId ? sender.address : tx.from
  return { network, from, to, data: tx.data as Hex, value: BigInt(value) }
}

/** Returns the plain address. Returns undefined for the native coin. */
function plainOf(address: string): string | undefined {
  return /^0xe{40}$/i.test(address) ? undefined : address
}
