import { type ChainNetwork, formatUnits, type Latchkey } from 'latchkey'

export type Swaps = Latchkey['swap']
export type SwapReview = Awaited<ReturnType<Swaps['prepareReview']>>
export type Result = NonNullable<Swaps['state']['result']>

export function swapText({ terms }: SwapReview): string {
  const { from, to, amount, toAmount, minimum } = terms
  const least = `at least ${formatUnits(minimum, to.decimals)}`
  return `${formatUnits(amount, from.decimals)} ${from.symbol} for about ${formatUnits(toAmount, to.decimals)} ${to.symbol} (${least})`
}

export function swapRows(
  { step, terms, spender, deadline, bridge: reviewed }: SwapReview,
  { name: network }: ChainNetwork,
): readonly (readonly [string, string | undefined])[] {
  const { from, to, amount, toAmount, minimum, slippage, route, priceImpact, providerFee, bridge } = terms
  const on = bridge ? ` on ${bridge.network.name}` : ''
  const taken =
    reviewed && `${formatUnits(reviewed.amount.value, reviewed.amount.decimals)} ${reviewed.amount.symbol}`
  return [
    ['gives', `${formatUnits(amount, from.decimals)} ${from.symbol}`],
    ['gets', `about ${formatUnits(toAmount, to.decimals)} ${to.symbol}${on}`],
    ['at least', `${formatUnits(minimum, to.decimals)} ${to.symbol} (slippage ${slippage} %)`],
    ['route', route.join(' → ')],
    ['first half', reviewed && `${reviewed.name} takes at least ${taken} on ${network}`],
    ['second half', bridge && `${reviewed?.name ?? bridge.name} pays ${to.symbol}${on}`],
    ['duration', bridge?.duration === undefined ? undefined : `about ${Math.ceil(bridge.duration / 1000)} s`],
    [
      'refund',
      reviewed &&
        `if ${reviewed.name} can't pay, it returns ${reviewed.amount.symbol} on ${network} after ${timeOf(reviewed.refundAfter)}`,
    ],
    ['price impact', priceImpact === undefined ? undefined : `${priceImpact.toFixed(2)} %`],
    [
      'provider fee',
      providerFee === undefined ? undefined : `${formatUnits(providerFee, from.decimals)} ${from.symbol}`,
    ],
    ['exchange', spender],
    ['deadline', step === 'swap' && deadline === undefined ? 'none' : undefined],
  ]
}

/** Returns Unix seconds as UTC time, such as `2026-01-31 14:05 UTC`. */
function timeOf(seconds: bigint): string {
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Returns the review as JSON data. Amounts are in the smallest unit. */
export function swapData({ terms, spender, step, maxFee, bridge: reviewed }: SwapReview) {
  const { from, to, amount, toAmount, minimum, slippage, route, priceImpact, providerFee, bridge } = terms
  const side = ({ address, symbol, decimals }: typeof from) => ({
    address: address ?? null,
    symbol,
    decimals,
  })
  return {
    from: { ...side(from), amount },
    to: { ...side(to), expected: toAmount, minimum },
    ...{ slippage, route, priceImpact: priceImpact ?? null, providerFee: providerFee ?? null, spender },
    ...(bridge && {
      bridge: {
        ...{ name: bridge.name, toNetwork: bridge.network.caipNetworkId, duration: bridge.duration ?? null },
        ...(reviewed && { takes: reviewed.amount, refundAfter: Number(reviewed.refundAfter) }),
      },
    }),
    needsApproval: step === 'approve',
    maxFee: maxFee.value,
  }
}

/** Calls `swap` with a promise that resolves at the end of the swap, and rejects when `signal` aborts. */
export async function withSettled<T>(
  swaps: Swaps,
  signal: AbortSignal,
  swap: (settled: Promise<Result>) => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const settled = new Promise<Result>((resolve, reject) => {
    const stop = swaps.on('settled', resolve)
    done.signal.addEventListener('abort', stop)
    signal.addEventListener('abort', () => reject(signal.reason), { signal: done.signal })
  })
  // Prevents an unhandled rejection. Without `--wait`, or if sending fails, this promise isn't awaited.
  settled.catch(() => {})
  try {
    return await swap(settled)
  } finally {
    done.abort()
  }
}
