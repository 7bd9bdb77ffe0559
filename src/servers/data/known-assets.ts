import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { DataRefusal } from './data-refusal.ts'
import { bodyOf, type DataRequest } from './requests.ts'

/** An asset of which whoever serves knows more than its contract says. */
export interface KnownAsset {
  readonly chain: CaipNetworkId
  /** Of the token; absent for the native coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  /** Of one whole unit in US dollars; absent where there is none. */
  readonly price?: number | undefined
  /** Empty where there is no picture. */
  readonly iconUrl: string
}

/** What stands for the native coin of eip155 where an address is wanted. Facts 3.5. */
export const nativeEip155 = `0x${'e'.repeat(40)}` as const
const nativeAddresses: Readonly<Record<string, string>> = {
  eip155: nativeEip155,
  solana: 'So11111111111111111111111111111111111111111',
}
/** Of one request. */
const mostAddresses = 100

/** The known assets by chain and address. What is not in it has no price: a stranger's token may bear any symbol. */
export class KnownAssets {
  readonly #byKey = new Map<string, KnownAsset>()

  constructor(assets: readonly KnownAsset[]) {
    for (const asset of assets) this.#byKey.set(keyOf(asset.chain, asset.address), asset)
  }

  find(chain: string, address: string | undefined): KnownAsset | undefined {
    return this.#byKey.get(keyOf(chain, address))
  }

  /**
   * Answers `POST /v1/fungible/price`: one for each address, in their order, since nothing in it says which one it is of. Of
   * what is not known the price is 0. @throws DataRefusal
   */
  prices(request: DataRequest): object {
    const { currency, addresses } = bodyOf(request)
    if (currency !== 'usd') throw new DataRefusal(400, 'currency', 'Prices are in usd only')
    if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > mostAddresses)
      throw new DataRefusal(400, 'addresses', `It is a list of 1 to ${mostAddresses} CAIP-10 addresses`)
    return {
      fungibles: addresses.map((text) => {
        const { name = '', symbol = '', iconUrl = '', price = 0 } = this.#named(text) ?? {}
        return { name, symbol, iconUrl, price }
      }),
    }
  }

  #named(text: unknown): KnownAsset | undefined {
    try {
      const { networkId, namespace, address } = parseCaipAddress(String(text))
      const isNative = address.toLowerCase() === nativeAddresses[namespace]?.toLowerCase()
      return this.find(networkId, isNative ? undefined : address)
    } catch {
      throw new DataRefusal(400, 'addresses', `${String(text).slice(0, 100)} is no CAIP-10 address`)
    }
  }
}

function keyOf(chain: string, address = ''): string {
  return `${chain}:${chain.startsWith('eip155:') ? address.toLowerCase() : address}`
}
