import { devPrices } from '../data/prices.ts'

/** The fee, as a fraction of the visitor's amount. */
const fee = 0.04

/**
 * Transak's quotes, tokens and sessions: https://docs.transak.com/reference/get-price,
 * https://docs.transak.com/guides/migration-to-api-based-transak-widget-url. Prices are always the devnet's prices in US dollars,
 * even if a request names another currency. The id of a session is the JSON of its parameters in base64url, so that tests can
 * read them.
 */
export function transakAnswer(path: string, query: URLSearchParams, body: unknown): unknown {
  if (path === 'api/v1/pricing/public/quotes') return quoteOf(query)
  const { apiKey, widgetParams } = Object(body) as Asked
  if (path === 'partners/api/v2/refresh-token' && apiKey) {
    const expiresAt = Math.floor(Date.now() / 1000) + 7 * 24 * 3600
    return { data: { accessToken: 'dev-access-token', expiresAt } }
  }
  if (path !== 'api/v2/auth/session' || !widgetParams?.apiKey || !widgetParams.referrerDomain)
    return undefined
  const url = new URL('https://global.transak.com')
  url.searchParams.set('apiKey', widgetParams.apiKey)
  url.searchParams.set('sessionId', Buffer.from(JSON.stringify(widgetParams)).toString('base64url'))
  return { data: { widgetUrl: url.href } }
}

function quoteOf(query: URLSearchParams): unknown {
  const [cryptoCurrency, network] = [query.get('cryptoCurrency') ?? '', query.get('network')]
  const price = cryptoCurrency === 'USDC' ? 1 : devPrices[cryptoCurrency]
  const fiatAmount = Number(query.get('fiatAmount'))
  if (price === undefined || !query.get('partnerApiKey') || !(fiatAmount > 0)) return undefined
  const totalFee = Number((fiatAmount * fee).toFixed(2))
  return {
    response: {
      ...{ quoteId: 'dev-quote', conversionPrice: 1 / price, marketConversionPrice: 1 / price, slippage: 0 },
      ...{ fiatCurrency: query.get('fiatCurrency'), cryptoCurrency, network, isBuyOrSell: 'BUY' },
      ...{ paymentMethod: query.get('paymentMethod'), fiatAmount, totalFee, feeDecimal: fee },
      cryptoAmount: Number(((fiatAmount - totalFee) / price).toFixed(6)),
      feeBreakdown: [{ name: 'Transak fee', value: totalFee, id: 'transak_fee', ids: ['transak_fee'] }],
    },
  }
}

interface Asked {
  readonly apiKey?: string
  readonly widgetParams?: { readonly apiKey?: string; readonly referrerDomain?: string }
}
