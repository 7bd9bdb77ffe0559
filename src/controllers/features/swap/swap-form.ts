import { parseAmount } from '../../../core/amount.ts'
import type { SwapToken } from '../../../core/wallet/swap-provider.ts'
import type { SwapLacks, SwapState } from './swap.ts'

/** Of a form that nobody has filled in. */
export const emptyForm = {
  toToken: undefined,
  sourceTokenAmount: '',
  amount: undefined,
  toBalance: undefined,
  loadingQuote: false,
  terms: undefined,
  reviewing: false,
  review: undefined,
  result: undefined,
  error: undefined,
} satisfies Partial<SwapState>

/** The coin of the network. */
export function coinOf(tokens: readonly SwapToken[]): SwapToken | undefined {
  return tokens.find(({ address }) => address === undefined)
}

/** By its symbol, whatever its case. */
export function named(tokens: readonly SwapToken[], symbol: string | undefined): SwapToken | undefined {
  const wanted = symbol?.toLowerCase()
  return wanted === undefined ? undefined : tokens.find((one) => one.symbol.toLowerCase() === wanted)
}

/** What was typed, in the smallest unit; undefined for what is no amount. */
export function amountOf({ sourceToken, sourceTokenAmount }: SwapState): bigint | undefined {
  if (!sourceToken || sourceTokenAmount.trim() === '') return undefined
  try {
    return parseAmount(sourceTokenAmount.trim(), sourceToken.decimals)
  } catch {
    return undefined
  }
}

/** What the form lacks until it can be quoted. */
export function lacksOf(state: SwapState): SwapLacks | undefined {
  const { sourceToken, toToken, sourceTokenAmount, amount, sourceBalance } = state
  if (!sourceToken || !toToken) return 'token'
  if (/^0*\.?0*$/.test(sourceTokenAmount.trim())) return 'amount'
  if (amount === undefined) return 'value'
  return sourceBalance && amount > sourceBalance.value ? 'funds' : undefined
}
