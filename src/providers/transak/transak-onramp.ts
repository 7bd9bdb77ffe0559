import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { OnRampCall, OnRampOrder, OnRampQuote } from '../../core/wallet/payments/onramp.ts'
import { codeOf, coinsOn, decimal } from '../shared/onramp-order.ts'
import type { TransakOptions } from './options.ts'

const provider = 'Transak'

/** Transak's names: https://api.transak.com/api/v2/currencies/crypto-currencies */
const names: NonNullable<TransakOptions['currencies']> = {
  'eip155:1': coinsOn('ethereum', 'ETH', 'USDC'),
  'eip155:10': coinsOn('optimism', 'ETH', 'USDC'),
  'eip155:8453': coinsOn('base', 'ETH', 'USDC'),
  'eip155:42161': coinsOn('arbitrum', 'ETH', 'USDC'),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': coinsOn('solana', 'SOL', 'USDC'),
}

/**
 * Requests a quote. The fees are a part of the visitor's amount: https://docs.transak.com/reference/get-price. Transak calculates
 * a new price every minute.
 */
export async function transakQuote(
  options: TransakOptions,
  order: OnRampOrder,
  { json, signal }: OnRampCall,
): Promise<OnRampQuote> {
  const { api = 'https://api.transak.com', key, paymentMethod = 'credit_debit_card' } = options
  const { paymentCurrency, paymentAmount, purchaseCurrency } = order
  const { code, network } = codeOf(provider, order, names, options.currencies)
  const wanted = { fiatCurrency: paymentCurrency.id, cryptoCurrency: code, network, isBuyOrSell: 'BUY' }
  // The key is in the query, because a header would cause a preflight request.
  const params = { partnerApiKey: key, ...wanted, fiatAmount: paymentAmount, paymentMethod }
  const answer = await json(api)('api/v1/pricing/public/quotes', params, { signal })
  const quote = isObject(answer) && isObject(answer.response) ? answer.response : {}
  const [total, bought] = [decimal(quote.fiatAmount), decimal(quote.cryptoAmount)]
  const isAsked = Object.entries(wanted).every(
    ([name, value]) => `${quote[name]}`.toLowerCase() === value.toLowerCase(),
  )
  if (!isAsked || total === undefined || bought === undefined)
    throw latchkeyError('onramp/no-price', { values: { provider } })
  const currency = paymentCurrency.id
  const fee = decimal(quote.totalFee)
  return {
    paymentTotal: { amount: total, currency },
    purchaseAmount: { amount: bought, currency: purchaseCurrency.symbol },
    coinbaseFee: fee === undefined ? undefined : { amount: fee, currency },
  }
}

/**
 * Requests the URL of Transak's page. The host's server creates a session for this URL:
 * https://docs.transak.com/guides/migration-to-api-based-transak-widget-url. The URL contains the session instead of the account
 * and the amount, so only the server can check these.
 */
export async function transakLink(
  options: TransakOptions,
  order: OnRampOrder,
  { json, signal }: OnRampCall,
): Promise<string> {
  const { signer, projectId, key, page = 'https://global.transak.com' } = options
  const { code, network } = codeOf(provider, order, names, options.currencies)
  const body = {
    walletAddress: parseCaipAddress(order.account).address,
    ...{ cryptoCurrencyCode: code, network, fiatCurrency: order.paymentCurrency.id },
    ...(order.paymentAmount !== undefined && { fiatAmount: order.paymentAmount }),
  }
  // Sends the body as text, so that browsers send no preflight request.
  const headers = { 'content-type': 'text/plain' }
  const answer = await json(signer)('v1/onramp/links/transak', { projectId }, { signal, headers, body })
  const url = isObject(answer) && typeof answer.url === 'string' ? answer.url : ''
  const opened = URL.canParse(url) ? new URL(url) : undefined
  const isSession =
    opened?.origin === new URL(page).origin &&
    opened.pathname === '/' &&
    opened.searchParams.size === 2 &&
    opened.searchParams.get('apiKey') === key &&
    Boolean(opened.searchParams.get('sessionId'))
  if (isSession) return url
  throw latchkeyError('onramp/invalid-link', { values: { provider } })
}
