import { minimumOf, priceImpact, worthAt } from '../../../core/amounts/swap-figures.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { swapLimits as limits } from '../../../core/limits.ts'
import type {
  BridgeQuote,
  SwapNamespace,
  SwapQuote,
  SwapToken,
} from '../../../core/wallet/payments/swap-provider.ts'
import type { SwapBridge, SwapTerms } from './swap.ts'
import type { AnySwapRequest } from './swap-account.ts'
import { checkQuote } from './swap-check.ts'

/**
 * Checks a quote against the request, and computes the terms of the quote.
 * @throws `swap/mismatch`
 */
export function termsOf(
  request: AnySwapRequest,
  quote: SwapQuote,
  network: ChainNetwork,
  now: number,
  toNetwork?: ChainNetwork<SwapNamespace> | undefined,
): SwapTerms {
  const { from, to, amount, slippage } = request
  const least = minimumOf(quote.toAmount, slippage)
  checkQuote(quote, request, least, now)
  const { decimals, symbol } = network.nativeCurrency
  const worth = (token: SwapToken, value: bigint) => worthAt(token.price, { value, decimals: token.decimals })
  return {
    from,
    to,
    amount,
    toAmount: quote.toAmount,
    minimum: quote.minimum ?? least,
    slippage,
    priceImpact: worse(quote.priceImpact, priceImpact(worth(from, amount), worth(to, quote.toAmount))),
    providerFee: quote.fee,
    route: quote.route ?? [from.symbol, to.symbol],
    networkFee: {
      value: quote.networkFee ?? limits.gas * (quote.gasPrice ?? 0n),
      decimals,
      symbol,
    },
    spender: quote.spender,
    ...(quote.bridge && toNetwork && { bridge: bridgeOf(quote.bridge, toNetwork) }),
    at: now,
    expiresAt: quote.expiresAt ?? now + limits.quote,
  }
}

function bridgeOf({ name, duration }: BridgeQuote, network: ChainNetwork<SwapNamespace>): SwapBridge {
  const isUsual = duration !== undefined && duration > 0 && duration <= limits.maxBridge
  return { network, name, duration: isUsual ? duration : undefined }
}

function worse(one: number | undefined, other: number | undefined): number | undefined {
  const known = [one, other].filter((each) => each !== undefined && Number.isFinite(each)) as number[]
  return known.length > 0 ? Math.max(...known) : undefined
}
