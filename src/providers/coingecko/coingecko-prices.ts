import { inParts, readInParts } from '../../core/async/read-in-parts.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProvider, DataProviderContext } from '../../core/wallet/data-provider.ts'
import { listedAddress, recentPrice } from '../shared/price.ts'
import { pricedNetworks } from '../shared/priced-network.ts'
import type { CoingeckoOptions } from './options.ts'

/**
 * The number of tokens per request. Without a key, CoinGecko allows one token:
 * https://docs.coingecko.com/reference/simple-token-price
 */
const perRequest = { keyed: 30, keyless: 1 }

/**
 * Creates the reader of prices. The API: https://docs.coingecko.com/reference/simple-price and
 * https://docs.coingecko.com/reference/simple-token-price.
 */
export function coingeckoPrices(
  { url, key, networks }: CoingeckoOptions,
  { json, clock, currency }: DataProviderContext,
): DataProvider {
  const read = json(url)
  const known = pricedNetworks('coingecko', networks)
  const { host } = new URL(url)
  const isPublic = host === 'api.coingecko.com' && key === undefined
  const most = isPublic ? perRequest.keyless : perRequest.keyed
  const common = {
    vs_currencies: currency,
    include_last_updated_at: true,
    // The key is in the query, because a header would cause a preflight request.
    [host === 'pro-api.coingecko.com' ? 'x_cg_pro_api_key' : 'x_cg_demo_api_key']: key,
  }
  /** Returns the price in the entry with this name, in the wanted currency. The entry also has the price's time. */
  const priceIn = (answer: Record<string, unknown>, name: string) => {
    const entry = Object.hasOwn(answer, name) ? answer[name] : undefined
    return isObject(entry) ? recentPrice(entry[currency], entry.last_updated_at, clock.now()) : undefined
  }
  async function ask(path: string, params: Readonly<Record<string, string>>, signal?: AbortSignal) {
    const answer = await read(path, { ...params, ...common }, { signal })
    // Some errors have the status 200. So look for the fields of an error.
    if (isObject(answer) && !['error', 'error_code', 'status'].some((name) => Object.hasOwn(answer, name)))
      return answer
    throw latchkeyError('http/invalid-body', { values: { host, expected: 'prices' } })
  }

  return {
    currency,
    async prices(network, tokens, opts = {}) {
      const { platform, coin } = known[network] ?? {}
      const names = tokens.map(({ address }) => address && listedAddress(network, address))
      const found = new Map<string | undefined, number | undefined>()
      const contracts = platform ? [...new Set(names)].filter((name) => name !== undefined) : []
      const parts = [...(coin && names.includes(undefined) ? [[undefined]] : []), ...inParts(contracts, most)]
      const readPart = async (part: readonly (string | undefined)[]) => {
        const isCoin = part[0] === undefined
        const path = isCoin ? 'simple/price' : `simple/token_price/${encodeURIComponent(`${platform}`)}`
        const params: Record<string, string> = isCoin
          ? { ids: `${coin}` }
          : { contract_addresses: part.join(',') }
        const answer = await ask(path, params, opts.signal)
        for (const name of part) found.set(name, priceIn(answer, name ?? `${coin}`))
      }
      await readInParts(names, parts, readPart, opts)
      return names.map((name) => found.get(name))
    },
  }
}
