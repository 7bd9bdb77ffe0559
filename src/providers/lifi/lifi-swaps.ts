import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ReadJson } from '../../core/wallet/data-provider.ts'
import type { SwapProvider, SwapProviderContext } from '../../core/wallet/payments/swap-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { aggregatorSwaps, readCall, type Wanted } from '../shared/aggregator-swaps.ts'
import { field, readAddress, readChain, readUnits, valueAt } from '../shared/answer-fields.ts'
import type { LifiOptions } from './options.ts'

/** The requested slippage is smaller by this fraction, because LI.FI rounds the minimum differently. */
const rounding = 1e-6

/**
 * Creates the swap provider. The API: https://docs.li.fi/api-reference/get-a-quote-for-a-token-transfer. Its limits:
 * https://docs.li.fi/api-reference/rate-limits
 */
export function lifiSwaps(options: LifiOptions, context: SwapProviderContext): SwapProvider {
  const { key, integrator } = options
  const headers = key === undefined ? undefined : { 'x-lifi-api-key': key }
  /** Requests a quote. `slippage` is a fraction, such as 0.01 for 1 %. */
  async function ask(wanted: Wanted, slippage: number, read: ReadJson, opts: CallOptions | undefined) {
    const { chain, sells, buys, amount, owner } = wanted
    const params = {
      ...{ fromChain: chain, toChain: chain, fromToken: sells, toToken: buys, fromAmount: `${amount}` },
      ...{ fromAddress: owner, toAddress: owner, slippage: slippage.toFixed(6), integrator },
    }
    const answer = await read('quote', params, { ...opts, headers })
    for (const end of ['fromChainId', 'toChainId'])
      if (field(answer, `action.${end}`, readChain) !== chain)
        throw latchkeyError('swap/mismatch', {
          values: { field: 'network', reason: 'the route swaps between networks' },
        })
    return answer
  }
  return aggregatorSwaps(
    {
      name: 'lifi',
      native: '0x0000000000000000000000000000000000000000',
      pin: ({ lifiDiamond }) => lifiDiamond,
      async quote(wanted, read, opts) {
        const answer = await ask(wanted, Math.max(wanted.slippage / 100 - rounding, 0), read, opts)
        return {
          from: field(answer, 'action.fromToken.address', readAddress),
          to: field(answer, 'action.toToken.address', readAddress),
          amount: field(answer, 'action.fromAmount', readUnits),
          toAmount: field(answer, 'estimate.toAmount', readUnits),
          fee: feeOf(answer),
          route: answer,
        }
      },
      // The quote already contains the call. Another request would count towards the limit, and would return another price.
      async build(_wanted, { route: answer }) {
        const network = `eip155:${field(answer, 'transactionRequest.chainId', readChain)}` as const
        return readCall(answer, 'transactionRequest.', network)
      },
    },
    options,
    context,
  )
}

/**
 * Returns the fees that LI.FI takes from the sold token before the swap. Returns undefined if a fee is in another token or is
 * invalid.
 */
function feeOf(answer: unknown): bigint | undefined {
  const costs = valueAt(answer, 'estimate.feeCosts')
  if (!Array.isArray(costs)) return undefined
  const addressOf = (value: unknown, path: string) => readAddress(valueAt(value, path))?.toLowerCase()
  const sold = addressOf(answer, 'action.fromToken.address')
  let total = 0n
  for (const cost of costs.filter((cost) => valueAt(cost, 'included'))) {
    const amount = readUnits(valueAt(cost, 'amount'))
    if (amount === undefined || addressOf(cost, 'token.address') !== sold) return undefined
    total += amount
  }
  return total
}
