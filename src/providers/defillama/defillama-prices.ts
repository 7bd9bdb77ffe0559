import { inParts, readInParts } from '../../core/async/read-in-parts.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProvider, DataProviderContext, PricedToken } from '../../core/wallet/data-provider.ts'
import { listedAddress, recentPrice } from '../shared/price.ts'
import { pricedNetworks } from '../shared/priced-network.ts'
import type { DefillamaOptions } from './options.ts'

/** The number of coins per request. With more coins, the URL would be too long. */
const perRequest = 30
/** The minimum confidence of a price, from 0 to 1. DefiLlama states the confidence of each price. */
const lowestConfidence = 0.9

/** Encodes a name for a path. Keeps the colon. */
function inPath(name: string): string {
  return name.split(':').map(encodeURIComponent).join(':')
}

/** Creates the reader of prices. The API: https://api-docs.defillama.com, `GET /prices/current/{coins}`. */
export function defillamaPrices(
  { url, networks }: DefillamaOptions,
  { json, clock }: DataProviderContext,
): DataProvider {
  const read = json(url)
  const known = pricedNetworks('defillama', networks)
  const { host } = new URL(url)

  /** Returns the price in the entry with this name. A price under another name belongs to another token. */
  function priceIn(coins: Record<string, unknown>, name: string, decimals: number | undefined) {
    const entry = Object.hasOwn(coins, name) ? coins[name] : undefined
    if (!isObject(entry) || !(Number(entry.confidence) >= lowestConfidence)) return undefined
    // A price for other decimals would be wrong by a power of ten.
    if (decimals !== undefined && entry.decimals !== decimals) return undefined
    return recentPrice(entry.price, entry.timestamp, clock.now())
  }

  return {
    currency: 'usd',
    async prices(network, tokens, opts = {}) {
      const { platform, coin } = known[network] ?? {}
      const nameOf = ({ address }: PricedToken) =>
        address === undefined
          ? coin && `coingecko:${coin}`
          : platform && `${platform}:${listedAddress(network, address)}`
      const names = tokens.map(nameOf)
      const wanted = [...new Set(names)].filter((name) => name !== undefined)
      const coins: Record<string, unknown> = Object.create(null)
      const readPart = async (part: readonly string[]) => {
        const path = `prices/current/${part.map(inPath).join(',')}`
        const answer = await read(path, { searchWidth: '6h' }, { signal: opts.signal })
        if (!isObject(answer) || !isObject(answer.coins))
          throw latchkeyError('http/invalid-body', { values: { host, expected: 'prices' } })
        for (const name of part) if (Object.hasOwn(answer.coins, name)) coins[name] = answer.coins[name]
      }
      await readInParts(names, inParts(wanted, perRequest), readPart, opts)
      return names.map((name, at) => {
        const token = tokens[at]
        return name
          ? priceIn(coins, name, token?.address === undefined ? undefined : token.decimals)
          : undefined
      })
    },
  }
}
