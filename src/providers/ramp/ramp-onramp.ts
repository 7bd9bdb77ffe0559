import { formatUnits } from '../../core/amounts/units.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { OnRampCall, OnRampOrder, OnRampQuote } from '../../core/wallet/payments/onramp.ts'
import { codeOf, decimal } from '../shared/onramp-order.ts'
import type { RampOptions } from './options.ts'

const provider = 'Ramp'

/** Ramp's symbols of coins: https://api.rampnetwork.com/api/host-api/v3/assets */
const symbols: NonNullable<RampOptions['currencies']> = {
  'eip155:1': { ETH: 'ETH_ETH', USDC: 'ETH_USDC' },
  'eip155:10': { ETH: 'OPTIMISM_ETH', USDC: 'OPTIMISM_USDC' },
  'eip155:8453': { ETH: 'BASE_ETH', USDC: 'BASE_USDC' },
  'eip155:42161': { ETH: 'ARBITRUM_ETH', USDC: 'ARBITRUM_USDC' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { SOL: 'SOLANA_SOL', USDC: 'SOLANA_USDC' },
}

/**
 * Requests a quote. The fees are a part of the visitor's amount: https://docs.rampnetwork.com/rest-api-v3-reference. Ramp allows
 * 100 requests a minute from one IP address: https://docs.rampnetwork.com/rate-limiting.
 */
export async function rampQuote(
  options: RampOptions,
  order: OnRampOrder,
  { json, signal }: OnRampCall,
): Promise<OnRampQuote> {
  const { api = 'https://api.rampnetwork.com/api', key, paymentMethod = 'CARD_PAYMENT' } = options
  const { paymentCurrency, paymentAmount, purchaseCurrency } = order
  const symbol = codeOf(provider, order, symbols, options.currencies)
  const body = {
    cryptoAssetSymbol: symbol,
    fiatCurrency: paymentCurrency.id,
    fiatValue: Number(paymentAmount),
  }
  const answer = await json(api)('host-api/v3/onramp/quote/all', { hostApiKey: key }, { signal, body })
  const { asset, [paymentMethod]: quote } = isObject(answer) ? answer : {}
  if (
    isObject(asset) &&
    isObject(quote) &&
    isOf(asset, symbol, order) &&
    quote.fiatCurrency === body.fiatCurrency
  ) {
    const [total, fee] = [decimal(quote.fiatValue), decimal(quote.appliedFee)]
    const bought = units(quote.cryptoAmount, asset.decimals)
    const currency = body.fiatCurrency
    if (total !== undefined && bought !== undefined)
      return {
        paymentTotal: { amount: total, currency },
        purchaseAmount: { amount: bought, currency: purchaseCurrency.symbol },
        coinbaseFee: fee === undefined ? undefined : { amount: fee, currency },
      }
  }
  throw latchkeyError('onramp/no-price', { values: { provider } })
}

/**
 * Returns the URL of Ramp's page, with your key, the account, the coin, the currency and the amount:
 * https://docs.rampnetwork.com/search-params-migration
 */
export function rampLink(options: RampOptions, order: OnRampOrder): string {
  const { key, page = 'https://app.rampnetwork.com' } = options
  const symbol = codeOf(provider, order, symbols, options.currencies)
  const url = new URL('/', page)
  url.search = `${new URLSearchParams({
    hostApiKey: key,
    userAddress: parseCaipAddress(order.account).address,
    enabledFlows: 'ONRAMP',
    defaultFlow: 'ONRAMP',
    // With this list, visitors can't choose a coin that the account's network doesn't have.
    enabledCryptoAssets: symbol,
    outAsset: symbol,
    inAsset: order.paymentCurrency.id,
    ...(order.paymentAmount !== undefined && { inAssetValue: order.paymentAmount }),
  })}`
  return url.href
}

/**
 * Returns whether the asset is the currency to buy. The symbol must be the same. For the native coin, the decimals must be the
 * same too. If the asset and the order both name a contract, it must be the same contract.
 */
function isOf(
  { chain, symbol, address, decimals }: Readonly<Record<string, unknown>>,
  wanted: string,
  { network, purchaseCurrency }: OnRampOrder,
): boolean {
  const { id, chainNamespace, nativeCurrency: native } = network
  if (purchaseCurrency.symbol === native.symbol && decimals !== native.decimals) return false
  const known = purchaseCurrency.networks.find(({ chain_id }) => chain_id === `${id}`)?.contract_address
  // Spellings of the same eip155 address differ only in the case of the letters.
  const fold = (text: string) => (chainNamespace === 'eip155' ? text.toLowerCase() : text)
  const isKnown = !known || typeof address !== 'string' || address === '' || fold(address) === fold(known)
  return `${chain}_${symbol}` === wanted && isKnown
}

/** Converts an amount from the smallest unit to decimal text. Returns undefined if the amount or the decimals aren't valid. */
function units(value: unknown, decimals: unknown): string | undefined {
  const isAmount = typeof value === 'string' && /^\d{1,40}$/.test(value)
  const isDecimals = Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= 36
  return isAmount && isDecimals ? formatUnits(BigInt(value), Number(decimals)) : undefined
}
