import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { OnRampCall, OnRampOrder } from '../../core/wallet/payments/onramp.ts'
import { codeOf, coinsOn } from '../shared/onramp-order.ts'
import type { CoinbaseOptions } from './options.ts'

const provider = 'Coinbase'

/** Coinbase's names: https://docs.cdp.coinbase.com/onramp/reference */
const names: NonNullable<CoinbaseOptions['currencies']> = {
  'eip155:1': coinsOn('ethereum', 'ETH', 'USDC'),
  'eip155:10': coinsOn('optimism', 'ETH', 'USDC'),
  'eip155:8453': coinsOn('base', 'ETH', 'USDC'),
  'eip155:42161': coinsOn('arbitrum', 'ETH', 'USDC'),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': coinsOn('solana', 'SOL', 'USDC'),
}

/** The currencies in which Coinbase accepts an amount: https://docs.cdp.coinbase.com/onramp/coinbase-hosted-onramp/generating-onramp-url */
const withAmount = ['USD', 'CAD', 'GBP', 'EUR']

/**
 * Requests the URL of Coinbase's page. The host's server creates a session token for this URL:
 * https://docs.cdp.coinbase.com/onramp/reference. The session token contains the account, the coin and its network. Only the
 * server can check these, because this code can't read the token.
 */
export async function coinbaseLink(
  options: CoinbaseOptions,
  order: OnRampOrder,
  { json, signal }: OnRampCall,
): Promise<string> {
  const { signer, projectId, page = 'https://pay.coinbase.com' } = options
  const { code, network } = codeOf(provider, order, names, options.currencies)
  const { paymentAmount, paymentCurrency } = order
  const shown = {
    ...{ defaultAsset: code, defaultNetwork: network, defaultExperience: 'buy' },
    ...(paymentAmount !== undefined &&
      withAmount.includes(paymentCurrency.id) && {
        ...{ fiatCurrency: paymentCurrency.id, presetFiatAmount: paymentAmount },
      }),
  }
  const body = { walletAddress: parseCaipAddress(order.account).address, code, network }
  // Sends the body as text, so that browsers send no preflight request.
  const headers = { 'content-type': 'text/plain' }
  const answer = await json(signer)('v1/onramp/links/coinbase', { projectId }, { signal, headers, body })
  const url = isObject(answer) && typeof answer.url === 'string' ? answer.url : ''
  const opened = URL.canParse(url) ? new URL(url) : undefined
  const isSession =
    opened?.origin === new URL(page).origin &&
    opened.pathname === '/buy/select-asset' &&
    opened.searchParams.size === 1 &&
    Boolean(opened.searchParams.get('sessionToken'))
  if (!isSession) throw latchkeyError('onramp/invalid-link', { values: { provider } })
  // These parameters only preselect the coin and its network, so they can be added without the server.
  for (const [name, value] of Object.entries(shown)) opened.searchParams.set(name, value)
  return opened.href
}
