import { devPrices } from '../data/prices.ts'

/** The fee, as a fraction of the visitor's amount. */
const fee = 0.04

/**
 * MoonPay's quotes: https://dev.moonpay.com/api-reference. Prices are always the devnet's prices in US dollars, even if a request
 * names another currency.
 */
export function moonpayAnswer(path: string, query: URLSearchParams): unknown {
  const [, code = ''] = /^v3\/currencies\/([a-z\d_]+)\/buy_quote$/.exec(path) ?? []
  const symbol = code.split('_')[0]?.toUpperCase() ?? ''
  const price = symbol === 'USDC' ? 1 : devPrices[symbol]
  const amount = Number(query.get('baseCurrencyAmount'))
  if (price === undefined || !query.get('apiKey') || !(amount > 0)) return undefined
  const feeAmount = Number((amount * fee).toFixed(2))
  return {
    ...{ baseCurrencyCode: query.get('baseCurrencyCode'), quoteCurrencyCode: code },
    ...{ baseCurrencyAmount: Number((amount - feeAmount).toFixed(2)), feeAmount, networkFeeAmount: 0 },
    ...{ totalAmount: amount, quoteCurrencyAmount: Number(((amount - feeAmount) / price).toFixed(6)) },
  }
}
