import { DataRefusal } from './data-refusal.ts'
import { bodyOf, type DataRequest, param } from './requests.ts'
import type { WireCurrencies, WireOnRampQuote, WirePurchase } from './wire.ts'

export interface OnRampQuestion {
  /** The symbol of the currency to buy. */
  readonly symbol: string
  /** The currency to pay with (ISO 4217). */
  readonly currency: string
  readonly amount: string
}

export interface OnRampPageOrder {
  readonly address: string
  /** The network's name in the list of currencies. */
  readonly network: string
  readonly symbol: string
  /** In US dollars; undefined if the visitor chooses the amount on the provider's page. */
  readonly amount: string | undefined
}

/** An on-ramp provider for the data service. Its methods can throw `DataRefusal`. */
export interface OnRampSource {
  currencies(): WireCurrencies
  quote(question: OnRampQuestion): WireOnRampQuote | Promise<WireOnRampQuote>
  /** Returns the URL of the provider's page for a purchase. */
  page(order: OnRampPageOrder): string | Promise<string>
  /** Returns the purchases, newest first. */
  purchases(address: string, chain: string | undefined): readonly WirePurchase[]
}

const decimal = /^\d{1,12}(\.\d{1,8})?$/

/** Answers `POST /v1/onramp/quote`. @throws DataRefusal */
export async function quoted(source: OnRampSource, request: DataRequest): Promise<WireOnRampQuote> {
  const { purchaseCurrency, paymentCurrency, amount } = bodyOf(request)
  const symbol = textIn(purchaseCurrency, 'symbol', 'purchaseCurrency')
  const currency = textIn(paymentCurrency, 'id', 'paymentCurrency')
  return source.quote({ symbol, currency, amount: amountOf(amount, 'amount') })
}

/** Answers `POST /v1/generators/onrampurl`. @throws DataRefusal */
export async function pageOf(source: OnRampSource, request: DataRequest): Promise<{ readonly url: string }> {
  const { destinationWallets, defaultNetwork, defaultExperience, presetFiatAmount } = bodyOf(request)
  if (defaultExperience !== 'buy') throw new DataRefusal(400, 'defaultExperience', 'It must be buy')
  const wallets: readonly unknown[] = Array.isArray(destinationWallets) ? destinationWallets : []
  if (wallets.length !== 1)
    throw new DataRefusal(400, 'destinationWallets', 'It must be a list of one wallet')
  const { assets, blockchains } = Object(wallets[0]) as Record<string, unknown>
  if (!Array.isArray(assets) || typeof assets[0] !== 'string')
    throw new DataRefusal(400, 'assets', 'It must name the currency to buy')
  if (!Array.isArray(blockchains) || !blockchains.includes(defaultNetwork))
    throw new DataRefusal(400, 'defaultNetwork', 'It must be one of blockchains')
  const url = await source.page({
    address: textIn(wallets[0], 'address', 'destinationWallets'),
    network: String(defaultNetwork),
    symbol: assets[0],
    amount: presetFiatAmount === undefined ? undefined : amountOf(presetFiatAmount, 'presetFiatAmount'),
  })
  return { url }
}

/** Answers `GET /v1/account/{account}/history?onramp={provider}`. The only supported provider is `coinbase`. */
export function purchasesOf(
  source: OnRampSource | undefined,
  address: string,
  request: DataRequest,
): { readonly data: readonly WirePurchase[]; readonly next: null } {
  const known = param(request, 'onramp') === 'coinbase'
  return { data: (known && source?.purchases(address, param(request, 'chainId'))) || [], next: null }
}

function textIn(value: unknown, name: string, field: string): string {
  const text: unknown = (Object(value) as Record<string, unknown>)[name]
  if (typeof text === 'string' && text !== '' && text.length <= 100) return text
  throw new DataRefusal(400, field, `It has no ${name}`)
}

function amountOf(value: unknown, field: string): string {
  if (typeof value === 'string' && decimal.test(value)) return value
  throw new DataRefusal(400, field, 'It must be a decimal number, as text')
}
