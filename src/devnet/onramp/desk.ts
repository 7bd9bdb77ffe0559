import { randomUUID } from 'node:crypto'
import { parseAmount } from '../../core/amounts/amount.ts'
import { formatUnits } from '../../core/amounts/units.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAssetId } from '../../core/chain/caip-19.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { DataRefusal } from '../../servers/data/data-refusal.ts'
import type { OnRampPageOrder, OnRampQuestion, OnRampSource } from '../../servers/data/on-ramp.ts'
import type { WireCurrencies, WireOnRampQuote, WirePurchase } from '../../servers/data/wire.ts'
import { devPrices } from '../data/prices.ts'
import type { DevToken } from '../family-devnet.ts'

/** A token for sale on one network. */
export interface Offer {
  readonly network: ChainNetwork
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The token's address; undefined for the native token. */
  readonly address?: string | undefined
}

/** A visitor's purchase on the provider's page. */
export interface Order {
  readonly id: string
  /** The provider that the page imitates. */
  readonly provider: 'Coinbase' | 'Meld.io'
  readonly address: string
  /** The tokens on sale, one per network. The visitor chooses one. */
  readonly offers: readonly Offer[]
  /** The amount that the host's page suggests, as a decimal in dollars. The visitor can change it. */
  readonly amount: string | undefined
  bought: boolean
}

const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
] as const
/** The value of one unit of each currency, in dollars × 10⁸. */
const rates: Readonly<Record<string, bigint>> = { USD: 100_000_000n, EUR: 110_000_000n }
/** The fee: this percentage of the payment, plus this number of cents. */
const fee = 1n
const flat = 25n
const maxKept = 1000

/** Sells the devnet's tokens at fixed prices. Keeps orders and purchases in memory. */
export class Desk implements OnRampSource {
  readonly #offers: readonly Offer[]
  readonly #orders = new Map<string, Order>()
  readonly #purchases: { readonly address: string; row: WirePurchase }[] = []
  readonly #pageOf: (order: Order) => string

  constructor(
    networks: readonly ChainNetwork[],
    tokens: readonly DevToken[],
    pageOf: (order: Order) => string,
  ) {
    this.#offers = networks.flatMap((network) => offersOn(network, tokens))
    this.#pageOf = pageOf
  }

  currencies(): WireCurrencies {
    const symbols = [...new Set(this.#offers.map(({ symbol }) => symbol))]
    return {
      purchaseCurrencies: symbols.map((symbol) => {
        const wares = this.#offers.filter((offer) => offer.symbol === symbol)
        return {
          id: `dev-${symbol}`,
          name: wares[0]?.name ?? symbol,
          symbol,
          networks: wares.map(({ network, address = '' }) => ({
            name: slugOf(network),
            display_name: network.name,
            chain_id: `${network.id}`,
            contract_address: address,
          })),
        }
      }),
      paymentCurrencies: Object.keys(rates).map((id) => ({ id, payment_method_limits: limits })),
    }
  }

  quote({ symbol, currency, amount }: OnRampQuestion): WireOnRampQuote {
    const offer = this.#offers.find((each) => each.symbol === symbol)
    if (!offer) throw new DataRefusal(400, 'purchaseCurrency', `${symbol.slice(0, 20)} is not sold here`)
    const { bought, total, ofProvider, ofNetwork } = this.price(offer, currency, amount)
    const money = (value: bigint) => ({ amount: formatUnits(value, 2), currency })
    return {
      paymentTotal: money(total),
      paymentSubtotal: money(total - ofProvider - ofNetwork),
      purchaseAmount: { amount: formatUnits(bought, offer.decimals), currency: symbol },
      coinbaseFee: money(ofProvider),
      networkFee: money(ofNetwork),
      quoteId: randomUUID(),
    }
  }

  /**
   * Returns how much a payment buys, in the token's smallest unit, and the payment's total and fees in cents.
   * @throws DataRefusal
   */
  price(offer: Offer, currency: string, amount: string) {
    const rate = rates[currency]
    const price = devPrices[offer.symbol]
    if (rate === undefined || price === undefined)
      throw new DataRefusal(400, 'paymentCurrency', `${currency.slice(0, 20)} is not taken here`)
    let total: bigint
    try {
      total = parseAmount(amount, 2)
    } catch {
      throw new DataRefusal(400, 'amount', 'It must have at most two decimals')
    }
    const [least, greatest] = [parseAmount('10.00', 2), parseAmount('25000.00', 2)]
    if (total < least || total > greatest)
      throw new DataRefusal(400, 'amount', 'It must be from 10.00 to 25000.00')
    const ofProvider = (total * fee) / 100n
    const dollars = ((total - ofProvider - flat) * rate) / 100n
    const bought = (dollars * 10n ** BigInt(offer.decimals)) / parseAmount(`${price}`, 8)
    return { total, ofProvider, ofNetwork: flat, bought }
  }

  page({ address, network, symbol, amount }: OnRampPageOrder): string {
    const offers = this.#offers.filter(
      (offer) => offer.symbol === symbol && slugOf(offer.network) === network,
    )
    if (offers.length === 0)
      throw new DataRefusal(400, 'assets', `${symbol.slice(0, 20)} is not sold on ${network.slice(0, 40)}`)
    return this.#pageOf(this.order({ provider: 'Coinbase', address, offers, amount }))
  }

  /** @throws DataRefusal when the address doesn't have the family's format. */
  order(order: Omit<Order, 'id' | 'bought'>): Order {
    const family = order.offers[0]?.network.chainNamespace
    const form = family === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ : /^0x[0-9a-fA-F]{40}$/
    if (!form.test(order.address))
      throw new DataRefusal(400, 'address', "It isn't an address on this network")
    const made = { ...order, id: randomUUID(), bought: false }
    this.#orders.set(made.id, made)
    if (this.#orders.size > maxKept) this.#orders.delete([...this.#orders.keys()][0] ?? '')
    return made
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id)
  }

  /**
   * Returns what Meld's page offers for a currency code. A code such as `ETH_DEVNET_ONE` is for one network. `SOL` is for solana.
   * Any other code without a network, such as `ETH`, is for all eip155 networks. The test dollar replaces USDC.
   */
  offersFor(code: string): readonly Offer[] {
    const exact = this.#offers.filter((offer) => codesOf(offer).includes(code))
    if (exact.length > 0) return exact
    const sold = code === 'USDC' ? 'tUSD' : code
    return this.#offers.filter(
      ({ symbol: each, network }) =>
        each === sold && (sold === 'SOL') === (network.chainNamespace === 'solana'),
    )
  }

  /** Returns Meld's codes for the tokens, by network and symbol. */
  meldCurrencies(): Readonly<Record<CaipNetworkId, Readonly<Record<string, string>>>> {
    const codes: Record<CaipNetworkId, Record<string, string>> = {}
    for (const offer of this.#offers) {
      const { caipNetworkId: id } = offer.network
      for (const code of codesOf(offer)) codes[id] = { ...codes[id], [code.split('_', 1)[0] ?? '']: code }
    }
    return codes
  }

  /** Records a purchase. Call the returned function with the transaction's hash, or without a hash if the purchase failed. */
  begin(order: Order, offer: Offer, bought: bigint): (hash: string | undefined) => void {
    const { network, name, symbol, decimals } = offer
    const row = (status: WirePurchase['metadata']['status'], hash: string): WirePurchase => ({
      id: order.id,
      metadata: {
        ...{ operationType: 'buy', hash, chain: network.caipNetworkId },
        ...{ minedAt, sentFrom: '', sentTo: order.address, status, nonce: 0 },
      },
      transfers: [
        {
          fungible_info: { name, symbol, icon: { url: '' } },
          direction: 'in',
          quantity: { numeric: formatUnits(bought, decimals) },
        },
      ],
    })
    const minedAt = new Date().toISOString()
    const noted = { address: order.address, row: row('ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', '') }
    // The real Meld doesn't report purchases.
    if (order.provider === 'Coinbase') this.#purchases.unshift(noted)
    this.#purchases.length = Math.min(this.#purchases.length, maxKept)
    return (hash) => {
      noted.row = hash
        ? row('ONRAMP_TRANSACTION_STATUS_SUCCESS', hash)
        : row('ONRAMP_TRANSACTION_STATUS_FAILED', '')
    }
  }

  purchases(address: string, chain: string | undefined): readonly WirePurchase[] {
    return this.#purchases
      .filter((each) => each.address.toLowerCase() === address.toLowerCase())
      .map(({ row }) => row)
      .filter(({ metadata }) => chain === undefined || metadata.chain === chain)
  }
}

function offersOn(network: ChainNetwork, tokens: readonly DevToken[]): readonly Offer[] {
  const { caipNetworkId, chainNamespace, nativeCurrency } = network
  const native = { network, ...nativeCurrency }
  if (chainNamespace === 'solana') return [native]
  if (chainNamespace !== 'eip155') return []
  return [native, ...tokens.flatMap((token) => tokenOn(caipNetworkId, network, token))]
}

function tokenOn(
  id: CaipNetworkId,
  network: ChainNetwork,
  { asset, name, symbol, decimals }: DevToken,
): readonly Offer[] {
  const { networkId, assetReference: address } = parseCaipAssetId(asset)
  return networkId === id ? [{ network, name, symbol, decimals, address }] : []
}

/** Returns the token's codes on Meld's page. The test dollar is also sold as USDC. */
function codesOf({ symbol, network }: Offer): readonly string[] {
  const suffix = slugOf(network).toUpperCase().replaceAll('-', '_')
  return [symbol, ...(symbol === 'tUSD' ? ['USDC'] : [])].map((each) => `${each}_${suffix}`)
}

/** Returns a network's name as in a URL: `Devnet One` becomes `devnet-one`. */
export function slugOf({ name }: ChainNetwork): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
