import type { CaipNetworkId } from '../../core/chain/caip.ts'

/** A token or the native coin, with a price in US dollars. */
export interface PricedAsset {
  readonly chain: CaipNetworkId
  /** Undefined for the native coin. */
  readonly address?: string | undefined
  readonly symbol: string
  readonly decimals: number
  readonly price: number
}

/** Returns the names of a network and its coin in the fakes of price services. */
export function namesOf(chain: CaipNetworkId): { readonly platform: string; readonly coin: string } {
  const name = chain.replace(':', '-')
  return { platform: name, coin: `coin-of-${name}` }
}

const now = () => Math.floor(Date.now() / 1000)

/** CoinGecko's API: https://docs.coingecko.com/reference/simple-price and https://docs.coingecko.com/reference/simple-token-price. */
export function coingeckoAnswer(
  assets: readonly PricedAsset[],
  path: string,
  query: URLSearchParams,
): unknown {
  const entry = ({ price }: PricedAsset) => ({ usd: price, last_updated_at: now() })
  const listed = (name: string) => (query.get(name) ?? '').split(',')
  if (path === 'simple/price') {
    const coins = assets.filter(
      ({ chain, address }) => address === undefined && listed('ids').includes(namesOf(chain).coin),
    )
    return Object.fromEntries(coins.map((one) => [namesOf(one.chain).coin, entry(one)]))
  }
  const [, platform = ''] = /^simple\/token_price\/([^/]+)$/.exec(path) ?? []
  if (platform === '') return undefined
  const wanted = listed('contract_addresses')
  return Object.fromEntries(
    assets.flatMap((one) => {
      const name = wanted.find((text) => isOf(one, text))
      return namesOf(one.chain).platform === platform && name ? [[name, entry(one)]] : []
    }),
  )
}

/** DefiLlama's API: https://api-docs.defillama.com, `GET /prices/current/{coins}`. */
export function defillamaAnswer(assets: readonly PricedAsset[], path: string): unknown {
  const [, list] = /^prices\/current\/(.+)$/.exec(path) ?? []
  if (list === undefined) return undefined
  const coins = list.split(',').flatMap((text) => {
    const [platform, name = ''] = decodeURIComponent(text).split(':')
    const one = assets.find((asset) => {
      const names = namesOf(asset.chain)
      return platform === 'coingecko'
        ? asset.address === undefined && names.coin === name
        : names.platform === platform && isOf(asset, name)
    })
    if (!one) return []
    const { symbol, decimals, price } = one
    const about = one.address === undefined ? {} : { decimals }
    return [[decodeURIComponent(text), { ...about, symbol, price, timestamp: now(), confidence: 0.99 }]]
  })
  return { coins: Object.fromEntries(coins) }
}

/** Returns the id of a feed in the fake of Pyth: 64 hex digits. */
export function feedOf({ chain, address = '' }: Pick<PricedAsset, 'chain' | 'address'>): string {
  return Buffer.from(`${chain}/${address}`).toString('hex').padEnd(64, '0').slice(-64)
}

/** Pyth's API: https://docs.pyth.network/api-reference/hermes/latest-price-updates */
export function pythAnswer(assets: readonly PricedAsset[], path: string, query: URLSearchParams): unknown {
  if (path !== 'v2/updates/price/latest') return undefined
  const parsed = query.getAll('ids[]').flatMap((id) => {
    const one = assets.find((asset) => feedOf(asset) === id)
    const digits = one && String(Math.round(one.price * 1e8))
    return digits ? [{ id, price: { price: digits, conf: '1', expo: -8, publish_time: now() } }] : []
  })
  return { binary: { encoding: 'hex', data: [] }, parsed }
}

function isOf({ chain, address }: PricedAsset, name: string): boolean {
  if (address === undefined) return false
  return chain.startsWith('eip155:') ? address.toLowerCase() === name.toLowerCase() : address === name
}
