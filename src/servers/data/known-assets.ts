import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { DataRefusal } from './data-refusal.ts'
import { bodyOf, type DataRequest } from './requests.ts'

/** An asset with the metadata that the operator provides, because the asset's contract doesn't provide it. */
export interface KnownAsset {
  readonly chain: CaipNetworkId
  /** The token's address; absent for the native coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  /** In US dollars per whole unit. If absent, the asset has no price. */
  readonly price?: number | undefined
  /** Empty if there is no picture. */
  readonly iconUrl: string
}

type PricedAsset = Pick<KnownAsset, 'name' | 'symbol' | 'iconUrl'> & { readonly price: number }

/** The placeholder address of eip155's native coin (S3.3.5). */
export const nativeEip155 = `0x${'e'.repeat(40)}` as const
const nativeAddresses: Readonly<Record<string, string>> = {
  eip155: nativeEip155,
  solana: 'So11111111111111111111111111111111111111111',
}
const mostAddresses = 100

/** The operator's assets by chain and address. Other tokens have no price, because any token can have the symbol of a valuable token. */
export class KnownAssets {
  readonly #byKey = new Map<string, KnownAsset>()
  readonly #rates: Readonly<Record<string, number>>

  /** @param rates The value of a US dollar in other currencies, by their ISO 4217 codes in lower case. */
  constructor(assets: readonly KnownAsset[], rates: Readonly<Record<string, number>> = {}) {
    this.#rates = { ...rates, usd: 1 }
    for (const asset of assets) this.#byKey.set(keyOf(asset.chain, asset.address), asset)
  }

  find(chain: string, address: string | undefined): KnownAsset | undefined {
    return this.#byKey.get(keyOf(chain, address))
  }

  /**
   * Returns a function that converts prices to a currency. If the currency's rate is unknown, `currency` is US dollars, and
   * `converted` returns undefined. So clients show no value instead of a wrong value.
   * @throws DataRefusal
   */
  pricedIn(wanted: unknown = 'usd'): {
    readonly currency: string
    /** Converts a price from US dollars. */
    converted(dollars: number | undefined): number | undefined
  } {
    if (typeof wanted !== 'string' || !/^[a-z]{3}$/.test(wanted))
      throw new DataRefusal(400, 'currency', 'It must be an ISO 4217 code in lower case, such as eur')
    const rate = Object.hasOwn(this.#rates, wanted) ? this.#rates[wanted] : undefined
    return {
      currency: rate === undefined ? 'usd' : wanted,
      converted: (dollars) => (dollars === undefined || rate === undefined ? undefined : dollars * rate),
    }
  }

  /**
   * Answers `POST /v1/fungible/price`. The answer has one entry per address, in the order of the request. (An entry doesn't
   * contain the asset's address.) An unknown price is 0.
   * @throws DataRefusal
   */
  prices(request: DataRequest): { readonly fungibles: readonly PricedAsset[]; readonly currency: string } {
    const { currency: wanted, addresses } = bodyOf(request)
    const { currency, converted } = this.pricedIn(wanted)
    if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > mostAddresses)
      throw new DataRefusal(400, 'addresses', `It must be a list of 1 to ${mostAddresses} CAIP-10 addresses`)
    return {
      fungibles: addresses.map((text) => {
        const asset = this.#named(text)
        const { name = '', symbol = '', iconUrl = '' } = asset ?? {}
        return { name, symbol, iconUrl, price: converted(asset?.price) ?? 0 }
      }),
      currency,
    }
  }

  #named(text: unknown): KnownAsset | undefined {
    const { network, address } = pricedToken(text)
    return this.find(network, address)
  }
}

/**
 * Returns the token of a CAIP-10 address. For the placeholder address of the native coin, the result has no address.
 * @throws DataRefusal
 */
export function pricedToken(text: unknown): {
  readonly network: CaipNetworkId
  readonly address: string | undefined
} {
  try {
    const { networkId: network, namespace, address } = parseCaipAddress(String(text))
    const isNative = address.toLowerCase() === nativeAddresses[namespace]?.toLowerCase()
    return { network, address: isNative ? undefined : address }
  } catch {
    throw new DataRefusal(400, 'addresses', `${String(text).slice(0, 100)} isn't a CAIP-10 address`)
  }
}

function keyOf(chain: string, address = ''): string {
  return `${chain}:${chain.startsWith('eip155:') ? address.toLowerCase() : address}`
}
