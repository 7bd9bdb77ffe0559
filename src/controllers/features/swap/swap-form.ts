import { parseAmount } from '../../../core/amounts/amount.ts'
import { isLatchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import type { MissingSwapInput, SwapState } from './swap.ts'

export const emptyForm = {
  toNetwork: undefined,
  toTokens: undefined,
  toToken: undefined,
  sourceTokenAmount: '',
  amount: undefined,
  sourceBalance: undefined,
  toBalance: undefined,
  loadingQuote: false,
  terms: undefined,
  reviewing: false,
  review: undefined,
  result: undefined,
  error: undefined,
} satisfies Partial<SwapState>

/** Returns the network's native asset. */
export function coinOf(tokens: readonly SwapToken[]): SwapToken | undefined {
  return tokens.find(({ address }) => address === undefined)
}

/** Finds a token by its symbol. Ignores case. */
export function named(tokens: readonly SwapToken[], symbol: string | undefined): SwapToken | undefined {
  const wanted = symbol?.toLowerCase()
  return wanted === undefined ? undefined : tokens.find((one) => one.symbol.toLowerCase() === wanted)
}

/** Parses the typed amount into the smallest unit. Returns undefined if it isn't valid. */
export function amountOf({ sourceToken, sourceTokenAmount }: SwapState): bigint | undefined {
  if (!sourceToken || sourceTokenAmount.trim() === '') return undefined
  try {
    return parseAmount(sourceTokenAmount.trim(), sourceToken.decimals)
  } catch {
    return undefined
  }
}

/** Returns what is missing in the form before the swap can be reviewed. */
export function missingInput(state: SwapState): MissingSwapInput | undefined {
  const { sourceToken, toToken, sourceTokenAmount, amount, sourceBalance } = state
  if (!sourceToken || !toToken) return 'token'
  if (/^0*\.?0*$/.test(sourceTokenAmount.trim())) return 'amount'
  if (amount === undefined) return 'value'
  return sourceBalance && amount > sourceBalance.value ? 'funds' : undefined
}

/** Returns the error to show. An abort isn't shown. */
export function errorOf(cause: unknown): Pick<SwapState, 'error'> | Record<never, never> {
  return isLatchkeyError(cause, 'flow/aborted') ? {} : { error: toLatchkeyError(cause) }
}
