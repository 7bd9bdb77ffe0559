import { devPrices } from '../data/prices.ts'

/** The fee, as a fraction of the visitor's amount. */
const fee = 0.04

const methods = ['CARD_PAYMENT', 'APPLE_PAY', 'MANUAL_BANK_TRANSFER']

/**
 * Ramp's quotes: https://docs.rampnetwork.com/rest-api-v3-reference. Prices are always the devnet's prices in US dollars, even if
 * a request names another currency.
 */
export function rampAnswer(path: string, query: URLSearchParams, body: unknown): unknown {
  const { cryptoAssetSymbol = '', fiatCurrency, fiatValue } = Object(body) as Asked
  const [, chain = '', symbol = ''] = /^([A-Z]+)_([A-Z]+)$/.exec(cryptoAssetSymbol) ?? []
  const price = symbol === 'USDC' ? 1 : devPrices[symbol]
  const isQuote = path === 'host-api/v3/onramp/quote/all' && query.get('hostApiKey')
  if (!isQuote || price === undefined || typeof fiatValue !== 'number' || !(fiatValue > 0)) return undefined
  const decimals = symbol === 'USDC' ? 6 : symbol === 'SOL' ? 9 : 18
  const appliedFee = Number((fiatValue * fee).toFixed(2))
  const micros = BigInt(Math.round(((fiatValue - appliedFee) / price) * 1e6))
  const cryptoAmount = `${micros * 10n ** BigInt(decimals - 6)}`
  const quote = { fiatCurrency, cryptoAmount, fiatValue, baseRampFee: appliedFee, appliedFee }
  return {
    asset: { chain, symbol, decimals, address: null, name: symbol, enabled: true, hidden: false },
    ...Object.fromEntries(methods.map((method) => [method, quote])),
  }
}

interface Asked {
  readonly cryptoAssetSymbol?: string
  readonly fiatCurrency?: string
  readonly fiatValue?: unknown
}
