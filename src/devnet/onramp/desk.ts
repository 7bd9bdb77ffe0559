import { randomUUID } from 'node:crypto'
import { parseAmount } from '../../core/amount.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAssetId } from '../../core/chain/caip-19.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { formatUnits } from '../../core/units.ts'
import { DataRefusal } from '../../servers/data/data-refusal.ts'
import type { OnRampPageOrder, OnRampQuestion, OnRampSource } from '../../servers/data/on-ramp.ts'
import type { WireCurrencies, WireOnRampQuote, WirePurchase } from '../../servers/data/wire.ts'
import { devPrices } from '../data/prices.ts'
import type { DevToken } from '../family-devnet.ts'

/** Something that is sold, on one network. */
export interface Ware {
  readonly network: ChainNetwork
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Of the token; absent for the native coin. */
  readonly address?: string | undefined
}

/** One purchase that a visitor is at the page of. */
export interface Order {
  readonly id: string
  /** In whose name the page speaks. */
  readonly provider: 'Coinbase' | 'Meld.io'
  readonly address: string
  /** Among these the visitor chooses the network. */
  readonly wares: readonly Ware[]
  /** Exact decimal text, in dollars; undefined while the visitor has to say. */
  readonly amount: string | undefined
  bought: boolean
}

const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
] as const
/** In dollars, times 10⁸; they stand still, as the prices do. */
const rates: Readonly<Record<string, bigint>> = { USD: 100_000_000n, EUR: 110_000_000n }
/** Of what is paid, in hundredths; and a flat sum, in hundredths of the currency. */
const fee = 1n
const flat = 25n
/** Neither grows without end. */
const most = 1000

/** Sells what the devnet has at prices that stand still, and knows who has bought. Nothing of it outlives the process. */
export class Desk implements OnRampSource {
  readonly #wares: readonly Ware[]
  readonly #orders = new Map<string, Order>()
  readonly #purchases: { readonly address: string; row: WirePurchase }[] = []
  readonly #pageOf: (order: Order) => string

  constructor(
    networks: readonly ChainNetwork[],
    tokens: readonly DevToken[],
    pageOf: (order: Order) => string,
  ) {
    this.#wares = networks.flatMap((network) => waresOn(network, tokens))
    this.#pageOf = pageOf
  }

  currencies(): WireCurrencies {
    const symbols = [...new Set(this.#wares.map(({ symbol }) => symbol))]
    return {
      purchaseCurrencies: symbols.map((symbol) => {
        const wares = this.#wares.filter((ware) => ware.symbol === symbol)
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
    const ware = this.#wares.find((one) => one.symbol === symbol)
    if (!ware) throw new DataRefusal(400, 'purchaseCurrency', `${symbol.slice(0, 20)} is not sold here`)
    const { bought, total, ofProvider, ofNetwork } = this.price(ware, currency, amount)
    const money = (value: bigint) => ({ amount: formatUnits(value, 2), currency })
    return {
      paymentTotal: money(total),
      paymentSubtotal: money(total - ofProvider - ofNetwork),
      purchaseAmount: { amount: formatUnits(bought, ware.decimals), currency: symbol },
      coinbaseFee: money(ofProvider),
      networkFee: money(ofNetwork),
      quoteId: randomUUID(),
    }
  }

  /** What an amount buys, in the smallest units. @throws DataRefusal */
  price(ware: Ware, currency: string, amount: string) {
    const rate = rates[currency]
    const price = devPrices[ware.symbol]
    if (rate === undefined || price === undefined)
      throw new DataRefusal(400, 'paymentCurrency', `${currency.slice(0, 20)} is not taken here`)
    let total: bigint
    try {
      total = parseAmount(amount, 2)
    } catch {
      throw new DataRefusal(400, 'amount', 'It has at most two decimals')
    }
    const [least, greatest] = [parseAmount('10.00', 2), parseAmount('25000.00', 2)]
    if (total < least || total > greatest)
      throw new DataRefusal(400, 'amount', 'It is from 10.00 to 25000.00')
    const ofProvider = (total * fee) / 100n
    const dollars = ((total - ofProvider - flat) * rate) / 100n
    const bought = (dollars * 10n ** BigInt(ware.decimals)) / parseAmount(`${price}`, 8)
    return { total, ofProvider, ofNetwork: flat, bought }
  }

  page({ address, network, symbol, amount }: OnRampPageOrder): string {
    const wares = this.#wares.filter((ware) => ware.symbol === symbol && slugOf(ware.network) === network)
    if (wares.length === 0)
      throw new DataRefusal(400, 'assets', `${symbol.slice(0, 20)} is not sold on ${network.slice(0, 40)}`)
    return this.#pageOf(this.order({ provider: 'Coinbase', address, wares, amount }))
  }

  /** @throws DataRefusal for what is no address of the family. */
  order(order: Omit<Order, 'id' | 'bought'>): Order {
    const family = order.wares[0]?.network.chainNamespace
    const form = family === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ : /^0x[0-9a-fA-F]{40}$/
    if (!form.test(order.address)) throw new DataRefusal(400, 'address', 'It is no address of this network')
    const made = { ...order, id: randomUUID(), bought: false }
    this.#orders.set(made.id, made)
    if (this.#orders.size > most) this.#orders.delete([...this.#orders.keys()][0] ?? '')
    return made
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id)
  }

  /** Those that Meld's page sells: the native coin on solana, else what stands for the dollar. */
  waresOf(symbol: string): readonly Ware[] {
    const sold = symbol === 'USDC' ? 'tUSD' : symbol
    return this.#wares.filter(
      ({ symbol: each, network }) =>
        each === sold && (sold === 'SOL') === (network.chainNamespace === 'solana'),
    )
  }

  /** Notes a purchase that is on its way; what is returned says how it ended. */
  begin(order: Order, ware: Ware, bought: bigint): (hash: string | undefined) => void {
    const { network, name, symbol, decimals } = ware
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
    // Purchases of Meld are reported to nobody.
    if (order.provider === 'Coinbase') this.#purchases.unshift(noted)
    this.#purchases.length = Math.min(this.#purchases.length, most)
    return (hash) => {
      noted.row = hash
        ? row('ONRAMP_TRANSACTION_STATUS_SUCCESS', hash)
        : row('ONRAMP_TRANSACTION_STATUS_FAILED', '')
    }
  }

  purchases(address: string, chain: string | undefined): readonly WirePurchase[] {
    return this.#purchases
      .filter((one) => one.address.toLowerCase() === address.toLowerCase())
      .map(({ row }) => row)
      .filter(({ metadata }) => chain === undefined || metadata.chain === chain)
  }
}

function waresOn(network: ChainNetwork, tokens: readonly DevToken[]): readonly Ware[] {
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
): readonly Ware[] {
  const { networkId, assetReference: address } = parseCaipAssetId(asset)
  return networkId === id ? [{ network, name, symbol, decimals, address }] : []
}

/** `Devnet One` is `devnet-one`. */
export function slugOf({ name }: ChainNetwork): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
