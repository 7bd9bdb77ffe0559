import type { SwapProvider, SwapProviderContext } from '../../core/wallet/payments/swap-provider.ts'
import { aggregatorSwaps, readCall } from '../shared/aggregator-swaps.ts'
import { field, readAddress, readUnits } from '../shared/answer-fields.ts'
import type { OneinchOptions } from './options.ts'

/**
 * Creates the swap provider. The Classic Swap API, version 6.1:
 * https://business.1inch.com/portal/documentation/apis/swap/classic-swap/methods/v6.1/1/swap/method/get
 * A free key allows one request per second: https://help.1inch.com/en/articles/8422842-common-api-error-messages-explained
 */
export function oneinchSwaps(options: OneinchOptions, context: SwapProviderContext): SwapProvider {
  const { key } = options
  const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` }
  return aggregatorSwaps(
    {
      name: 'oneinch',
      pin: ({ oneInchRouter }) => oneInchRouter,
      async quote({ chain, sells, buys, amount }, ask, opts) {
        const params = { src: sells, dst: buys, amount: `${amount}`, includeTokensInfo: true }
        const answer = await ask(`${chain}/quote`, params, { ...opts, headers })
        return {
          from: field(answer, 'srcToken.address', readAddress),
          to: field(answer, 'dstToken.address', readAddress),
          // The answer doesn't contain the requested amount. So use the amount of the request.
          amount,
          toAmount: field(answer, 'dstAmount', readUnits),
        }
      },
      async build({ network, chain, owner, sells, buys, amount }, { minimum }, ask, opts) {
        const params = {
          ...{ src: sells, dst: buys, amount: `${amount}`, from: owner, origin: owner, receiver: owner },
          minReturn: `${minimum}`,
          // Turns off `unoswap`, because its calls don't name the token that the account gets.
          compatibility: true,
          // 1inch's estimate isn't needed, because the client estimates the gas itself. Besides, this estimate fails if the
          // allowance doesn't exist yet.
          disableEstimate: true,
          allowPartialFill: false,
        }
        const answer = await ask(`${chain}/swap`, params, { ...opts, headers })
        return readCall(answer, 'tx.', network)
      },
    },
    options,
    context,
  )
}
