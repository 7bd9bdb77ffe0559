import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { SwapProvider, SwapProviderContext } from '../../core/wallet/payments/swap-provider.ts'
import { aggregatorSwaps, type Offer, readCall, type Wanted } from '../shared/aggregator-swaps.ts'
import { field, readAddress, readUnits, valueAt } from '../shared/answer-fields.ts'
import type { ZeroxOptions } from './options.ts'

/**
 * Creates the swap provider. The Swap API, version 2, for AllowanceHolder:
 * https://docs.0x.org/api-reference/0-x-api/swap/allowanceholder-getprice and
 * https://docs.0x.org/api-reference/0-x-api/swap/allowanceholder-getquote
 */
export function zeroxSwaps(options: ZeroxOptions, context: SwapProviderContext): SwapProvider {
  const { key } = options
  const headers = { '0x-version': 'v2', ...(key !== undefined && { '0x-api-key': key }) }
  const paramsOf = ({ chain, sells, buys, amount, owner }: Wanted) => ({
    ...{ chainId: chain, sellToken: sells, buyToken: buys, sellAmount: `${amount}`, taker: owner },
    // Without this setting, 0x wraps with the wrapped token's own contract. Such a call guarantees no minimum.
    wrapUnwrapMode: 'settler',
  })
  /** Refuses an answer without a route. Such an answer has the status 200. */
  function offered(answer: unknown): unknown {
    if (valueAt(answer, 'liquidityAvailable') === false) throw latchkeyError('swap/no-quote')
    return answer
  }
  return aggregatorSwaps(
    {
      name: 'zerox',
      pin: ({ zeroExAllowanceHolder }) => zeroExAllowanceHolder,
      async quote(wanted, ask, opts) {
        // Requests a price. A firm quote would reserve funds at market makers.
        const path = 'swap/allowance-holder/price'
        const answer = offered(await ask(path, paramsOf(wanted), { ...opts, headers }))
        const offer = {
          from: field(answer, 'sellToken', readAddress),
          to: field(answer, 'buyToken', readAddress),
          amount: field(answer, 'sellAmount', readUnits),
          toAmount: field(answer, 'buyAmount', readUnits),
        }
        return { ...offer, fee: feeOf(answer, offer) }
      },
      async build(wanted, { minimum }, ask, opts) {
        const { network, owner, slippage } = wanted
        const firm = async (slippageBps: number) => {
          const params = { ...paramsOf(wanted), slippageBps }
          const answer = offered(await ask('swap/allowance-holder/quote', params, { ...opts, headers }))
          const [gets, least] = ['buyAmount', 'minBuyAmount'].map((path) => field(answer, path, readUnits))
          return { answer, gets: gets ?? 0n, least: least ?? 0n }
        }
        let found = await firm(Math.round(slippage * 100))
        // 0x takes a slippage instead of a minimum. If 0x's price is worse now, send a smaller slippage, which yields the minimum
        // that the visitor saw.
        if (found.least < minimum && found.gets >= minimum)
          found = await firm(Number(((found.gets - minimum) * 10_000n) / found.gets))
        // The answer contains no sender. So pass the account.
        return readCall(found.answer, 'transaction.', network, owner)
      },
    },
    options,
    context,
  )
}

/** Returns 0x's own fee, in the sold token. Converts a fee in the bought token with the quoted price. */
function feeOf(answer: unknown, { from, to, amount, toAmount }: Offer): bigint | undefined {
  const fee = readUnits(valueAt(answer, 'fees.zeroExFee.amount'))
  const token = readAddress(valueAt(answer, 'fees.zeroExFee.token'))?.toLowerCase()
  if (!fee || token === from?.toLowerCase()) return fee
  return token === to?.toLowerCase() ? (fee * amount) / (toAmount + fee) : undefined
}
