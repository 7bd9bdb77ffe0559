import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { SwapProvider, SwapProviderContext } from '../../core/wallet/payments/swap-provider.ts'
import { aggregatorSwaps, readCall } from '../shared/aggregator-swaps.ts'
import { field, readAddress, readChain, readUnits, valueAt } from '../shared/answer-fields.ts'
import type { ParaswapOptions } from './options.ts'

/**
 * The only accepted method. Its calls name both tokens, the minimum and the beneficiary. The other methods are for single
 * exchanges.
 */
const method = 'swapExactAmountIn'

/**
 * Creates the swap provider. The Market API, version 6.2: https://docs.velora.xyz/docs/integrate/api/market-swap and
 * https://docs.velora.xyz/docs/api-reference/market/transactions
 */
export function paraswapSwaps(options: ParaswapOptions, context: SwapProviderContext): SwapProvider {
  const { partner } = options
  return aggregatorSwaps(
    {
      name: 'paraswap',
      pin: ({ augustus }) => augustus,
      async quote({ chain, owner, from, to, sells, buys, amount }, ask, opts) {
        const params = {
          ...{ srcToken: sells, srcDecimals: from.decimals, destToken: buys, destDecimals: to.decimals },
          ...{ amount: `${amount}`, side: 'SELL', network: chain, userAddress: owner, version: '6.2' },
          ...{ includeContractMethods: method, partner },
        }
        const answer = await ask('prices', params, opts)
        // The fee is in percent. The contract deducts a partner's fee from the output, but the quoted price doesn't include this
        // fee. So refuse quotes with a partner's fee.
        if (Number(valueAt(answer, 'priceRoute.partnerFee') ?? 0) !== 0)
          throw latchkeyError('swap/mismatch', {
            values: { field: 'priceRoute.partnerFee', reason: "a partner's fee isn't supported" },
          })
        return {
          from: field(answer, 'priceRoute.srcToken', readAddress),
          to: field(answer, 'priceRoute.destToken', readAddress),
          amount: field(answer, 'priceRoute.srcAmount', readUnits),
          toAmount: field(answer, 'priceRoute.destAmount', readUnits),
          route: valueAt(answer, 'priceRoute'),
        }
      },
      async build({ chain, owner, from, to, sells, buys, amount }, { minimum, route }, ask, opts) {
        const body = {
          ...{ srcToken: sells, srcDecimals: from.decimals, destToken: buys, destDecimals: to.decimals },
          // Augustus keeps one unit of the output, so request one unit more.
          ...{ srcAmount: `${amount}`, destAmount: `${minimum + 1n}`, userAddress: owner, partner },
          priceRoute: route,
        }
        const headers = { 'content-type': 'application/json' }
        // The service's checks aren't needed, because the client estimates the gas itself. Besides, these checks fail if the
        // allowance doesn't exist yet.
        const answer = await ask(`transactions/${chain}`, { ignoreChecks: true }, { ...opts, headers, body })
        return readCall(answer, '', `eip155:${field(answer, 'chainId', readChain)}`)
      },
    },
    options,
    context,
  )
}
