import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { OnRampCall, OnRampOrder, OnRampQuote } from '../../core/wallet/payments/onramp.ts'
import { decimal } from '../shared/onramp-order.ts'
import type { MoonpayOptions } from './options.ts'

const provider = 'MoonPay'

/**
 * The endings of MoonPay's currency codes, by network. For example, USDC is `usdc` on Ethereum and `usdc_base` on Base:
 * https://api.moonpay.com/v3/currencies
 */
const endings: Readonly<Record<string, string>> = {
  'eip155:1': '',
  'eip155:10': '_optimism',
  'eip155:137': '_polygon',
  'eip155:8453': '_base',
  'eip155:42161': '_arbitrum',
}
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const codes: NonNullable<MoonpayOptions['currencies']> = { [solana]: { SOL: 'sol', USDC: 'usdc_sol' } }

/**
 * Returns MoonPay's code of the coin. @throws `onramp/unsupported` for a coin without a known code, because with a wrong code
 * MoonPay would sell another coin
 */
function codeOf({ currencies }: MoonpayOptions, { network, purchaseCurrency }: OnRampOrder): string {
  const [id, symbol] = [network.caipNetworkId, purchaseCurrency.symbol]
  const known = { ...codes[id], ...currencies?.[id] }
  if (Object.hasOwn(known, symbol)) return known[symbol] as string
  const ending = endings[id]
  const isKnown = symbol === 'USDC' || (symbol === 'ETH' && id !== 'eip155:137')
  if (ending !== undefined && isKnown) return `${symbol.toLowerCase()}${ending}`
  throw latchkeyError('onramp/unsupported', { values: { provider, network: network.name } })
}

/** Requests a quote. The fees are a part of the visitor's amount: https://dev.moonpay.com/api-reference, "Get buy quote". */
export async function moonpayQuote(
  options: MoonpayOptions,
  order: OnRampOrder,
  { json, signal }: OnRampCall,
): Promise<OnRampQuote> {
  const { api = 'https://api.moonpay.com', key: apiKey } = options
  const { paymentCurrency, paymentAmount, purchaseCurrency } = order
  const code = codeOf(options, order)
  const params = {
    ...{ apiKey, baseCurrencyCode: paymentCurrency.id.toLowerCase() },
    ...{ baseCurrencyAmount: paymentAmount, areFeesIncluded: true },
  }
  const answer = await json(api)(`v3/currencies/${encodeURIComponent(code)}/buy_quote`, params, { signal })
  const quote = isObject(answer) ? answer : {}
  const currency = paymentCurrency.id
  const [total, bought] = [decimal(quote.totalAmount), decimal(quote.quoteCurrencyAmount)]
  const isAsked = isCode(quote.baseCurrencyCode, currency) && isCode(quote.quoteCurrencyCode, code)
  if (!isAsked || total === undefined || bought === undefined)
    throw latchkeyError('onramp/no-price', { values: { provider } })
  const money = (value: unknown) => {
    const amount = decimal(value)
    return amount === undefined ? undefined : { amount, currency }
  }
  return {
    paymentTotal: { amount: total, currency },
    purchaseAmount: { amount: bought, currency: purchaseCurrency.symbol },
    paymentSubtotal: money(quote.baseCurrencyAmount),
    networkFee: money(quote.networkFeeAmount),
  }
}

/**
 * Requests the URL of MoonPay's page. The host's server signs this URL:
 * https://dev.moonpay.com/widget/on-ramp/customization/url-signing
 */
export async function moonpayLink(
  options: MoonpayOptions,
  order: OnRampOrder,
  { json, signal }: OnRampCall,
): Promise<string> {
  const { signer, projectId, key, page = 'https://buy.moonpay.com' } = options
  const { address } = parseCaipAddress(order.account)
  const wanted = {
    walletAddress: address,
    currencyCode: codeOf(options, order),
    baseCurrencyCode: order.paymentCurrency.id.toLowerCase(),
    ...(order.paymentAmount !== undefined && { baseCurrencyAmount: order.paymentAmount }),
  }
  // Sends the body as text, so that browsers send no preflight request.
  const headers = { 'content-type': 'text/plain' }
  const answer = await json(signer)(
    'v1/onramp/links/moonpay',
    { projectId },
    { signal, headers, body: wanted },
  )
  const url = isObject(answer) && typeof answer.url === 'string' ? answer.url : ''
  // The server must have signed exactly the requested values.
  const signed = URL.canParse(url) ? new URL(url) : undefined
  const expected = { apiKey: key, ...wanted, signature: signed?.searchParams.get('signature') }
  const isAsked =
    signed?.origin === new URL(page).origin &&
    signed.pathname === '/' &&
    Boolean(expected.signature) &&
    signed.searchParams.size === Object.keys(expected).length &&
    Object.entries(expected).every(([name, value]) => signed.searchParams.get(name) === value)
  if (isAsked) return url
  throw latchkeyError('onramp/invalid-link', { values: { provider } })
}

function isCode(value: unknown, code: string): boolean {
  // Some answers contain the description of the currency instead of its code.
  const text = isObject(value) ? value.code : value
  return typeof text === 'string' && text.toLowerCase() === code.toLowerCase()
}
