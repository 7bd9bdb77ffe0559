import type { Latchkey } from 'latchkey'

/** A quote and the transaction that the library checked against it. */
export type SwapReview = Awaited<ReturnType<Latchkey['swap']['prepareReview']>>

type Format = typeof import('latchkey').formatUnits

/** The swap in one line, for the confirmation prompt. */
export function swapText({ terms }: SwapReview, format: Format): string {
  const { from, to, amount, toAmount, minimum } = terms
  const least = `at least ${format(minimum, to.decimals)}`
  return `${format(amount, from.decimals)} ${from.symbol} for about ${format(toAmount, to.decimals)} ${to.symbol} (${least})`
}

export function swapRows(
  { terms, spender }: SwapReview,
  format: Format,
): readonly (readonly [string, string | undefined])[] {
  const { from, to, amount, toAmount, minimum, slippage, route, priceImpact, providerFee } = terms
  return [
    ['gives', `${format(amount, from.decimals)} ${from.symbol}`],
    ['gets', `about ${format(toAmount, to.decimals)} ${to.symbol}`],
    ['at least', `${format(minimum, to.decimals)} ${to.symbol} (slippage ${slippage} %)`],
    ['route', route.join(' → ')],
    ['price impact', priceImpact === undefined ? undefined : `${priceImpact.toFixed(2)} %`],
    [
      'provider fee',
      providerFee === undefined ? undefined : `${format(providerFee, from.decimals)} ${from.symbol}`,
    ],
    ['exchange', spender],
  ]
}

/** The swap as data, with amounts in the smallest unit. */
export function swapData({ terms, spender, step, maxFee }: SwapReview) {
  const { from, to, amount, toAmount, minimum, slippage, route, priceImpact, providerFee } = terms
  const side = ({ address, symbol, decimals }: typeof from) => ({
    address: address ?? null,
    symbol,
    decimals,
  })
  return {
    from: { ...side(from), amount },
    to: { ...side(to), expected: toAmount, minimum },
    ...{ slippage, route, priceImpact: priceImpact ?? null, providerFee: providerFee ?? null, spender },
    needsApproval: step === 'approve',
    maxFee: maxFee.value,
  }
}
