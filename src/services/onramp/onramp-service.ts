import { tokenSymbol } from '../../core/amounts/token-symbol.ts'
import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { PastTransaction } from '../../core/wallet/past-transaction.ts'
import { blockchainOf, blockchains } from '../../core/wallet/payments/blockchains.ts'
import type {
  OnRampOrder,
  OnRampQuote,
  PaymentCurrency,
  PurchaseCurrency,
} from '../../core/wallet/payments/onramp.ts'
import type { CallOptions } from '../../ports.ts'
import type { DataRequests } from '../data/data-requests.ts'
import { pastStatus } from '../past-status.ts'
import type { OnRampAnswers } from './onramp-answers.ts'

export interface OnRampCurrencies {
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  readonly paymentCurrencies: readonly PaymentCurrency[]
}

/** Lets visitors buy through Coinbase, with the service behind `endpoints.data` (S2.7, S3.2.2). */
export interface OnRampService {
  /** Returns the currencies. Resolves with undefined if the network is unsupported. */
  currencies(network: CaipNetworkId, opts?: CallOptions): Promise<OnRampCurrencies | undefined>
  /** Returns a quote. @throws `onramp/unsupported` if the network is unsupported; the errors of `HttpClient` */
  quote(order: OnRampOrder, opts?: CallOptions): Promise<OnRampQuote>
  /** Requests the URL of the provider's page, once. The URL isn't validated. @throws the errors of `quote` */
  link(order: OnRampOrder, opts?: CallOptions): Promise<string>
  /** Returns the account's purchases, completed and pending, the newest first, in the service's order. */
  purchases(account: CaipAddress, opts?: CallOptions): Promise<readonly PastTransaction[]>
}

export function createOnRampService(
  { supports, get, post }: Pick<DataRequests, 'supports' | 'get' | 'post'>,
  { answers, projectId }: { readonly answers: OnRampAnswers; readonly projectId: string | undefined },
): OnRampService {
  /** Adds the project id to the query, as the calls for a quote and for a link require (S3.2.1). */
  const withProject = (path: string) =>
    projectId ? `${path}?projectId=${encodeURIComponent(projectId)}` : path
  const known = async ({ network }: OnRampOrder, opts?: CallOptions) => {
    if (!(await supports(network.caipNetworkId, opts)))
      throw latchkeyError('onramp/unsupported', { values: { provider: 'Coinbase', network: network.name } })
  }
  return {
    currencies: async (network, opts) =>
      (await supports(network, opts)) ? get('v1/onramp/options', {}, answers.options, opts) : undefined,
    async quote(order, opts) {
      await known(order, opts)
      const { purchaseCurrency, paymentCurrency, paymentAmount: amount = '0' } = order
      // The field `network` must contain the symbol of the currency (S3.3.9).
      const body = { purchaseCurrency, paymentCurrency, amount, network: purchaseCurrency.symbol }
      return post(withProject('v1/onramp/quote'), body, answers.quote, opts)
    },
    async link(order, opts) {
      await known(order, opts)
      const { account, network, purchaseCurrency, paymentCurrency, paymentAmount, purchaseAmount } = order
      const { address } = parseCaipAddress(account)
      const { name: defaultNetwork } = blockchainOf(network, purchaseCurrency)
      const body = {
        destinationWallets: [
          {
            address,
            blockchains: [...new Set([...blockchains, defaultNetwork])],
            assets: [purchaseCurrency.symbol],
          },
        ],
        defaultNetwork,
        partnerUserId: address,
        defaultExperience: 'buy',
        // Coinbase's page reads a preset amount to pay as US dollars. In another currency, set the amount to buy instead.
        ...(paymentCurrency.id === 'USD'
          ? { presetFiatAmount: paymentAmount }
          : { presetCryptoAmount: purchaseAmount }),
      }
      return post(withProject('v1/generators/onrampurl'), body, answers.url, opts)
    },
    async purchases(account, opts) {
      const { networkId, address } = parseCaipAddress(account)
      if (!(await supports(networkId, opts))) return []
      const params = { onramp: 'coinbase', chainId: networkId }
      const request = { ...opts, cache: 'no-cache' as const }
      const items = await get(
        `v1/account/${encodeURIComponent(address)}/history`,
        params,
        answers.purchases,
        request,
      )
      return items.map(purchaseFrom).filter(({ at }) => at >= 0)
    },
  }
}

type Item = NonNullable<ReturnType<OnRampAnswers['purchases']>>[number]

function purchaseFrom({ id, metadata, transfers }: Item): PastTransaction {
  const { hash, chain, minedAt, status } = metadata
  return {
    ...{ id, hash },
    network: chain as CaipNetworkId,
    at: Date.parse(minedAt),
    operation: 'bought',
    status: pastStatus(status),
    transfers: transfers.map(({ fungible_info: coin, quantity }) => ({
      direction: 'in' as const,
      quantity: quantity.numeric,
      symbol: tokenSymbol(coin?.symbol),
      name: tokenSymbol(coin?.name),
      nft: false,
    })),
    isPoisoning: false,
  }
}
