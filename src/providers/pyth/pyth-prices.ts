import { inParts, readInParts } from '../../core/async/read-in-parts.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProvider, DataProviderContext } from '../../core/wallet/data-provider.ts'
import { listedAddress, recentPrice } from '../shared/price.ts'
import { coinFeeds } from './coin-feeds.ts'
import type { PythOptions } from './options.ts'

/** The number of feeds per request. With more feeds, the URL would be too long. */
const perRequest = 20
/** The maximum confidence interval, as a fraction of the price: https://docs.pyth.network/price-feeds/core/best-practices */
const widest = 0.05
const isId = (text: string | undefined): text is string => /^[\da-f]{64}$/.test(`${text}`)

/** Creates the reader of prices. The API: https://docs.pyth.network/api-reference/hermes/latest-price-updates */
export function pythPrices(
  { url, key, feeds }: PythOptions,
  { json, clock }: DataProviderContext,
): DataProvider {
  const read = json(url)
  const { host } = new URL(url)
  const headers = key ? { authorization: `Bearer ${key}` } : undefined
  const known = { ...coinFeeds, ...feeds }
  const plain = (id = '') => id.toLowerCase().replace(/^0x/, '')

  function priceIn(entry: Readonly<Record<string, unknown>>): number | undefined {
    const { price } = entry
    if (!isObject(price)) return undefined
    const { price: digits, conf, expo, publish_time: seconds } = price
    if (!/^\d{1,20}$/.test(`${digits}`) || !/^\d{1,20}$/.test(`${conf}`)) return undefined
    if (!Number.isInteger(expo) || Math.abs(Number(expo)) > 20) return undefined
    if (!(Number(conf) <= Number(digits) * widest)) return undefined
    // A float is exact enough, because prices are for display only.
    return recentPrice(Number(`${digits}e${expo}`), seconds, clock.now())
  }

  return {
    currency: 'usd',
    async prices(network, tokens, opts = {}) {
      const { coin, tokens: listed = {} } = known[network] ?? {}
      const byAddress = new Map(
        Object.entries(listed).map(([address, id]) => [listedAddress(network, address), id]),
      )
      const ids = tokens.map(({ address }) =>
        plain(address === undefined ? coin : byAddress.get(listedAddress(network, address))),
      )
      const wanted = [...new Set(ids)].filter(isId)
      const found = new Map<string, number | undefined>()
      const readPart = async (part: readonly string[]) => {
        const query = new URLSearchParams(part.map((id) => ['ids[]', id]))
        const path = `v2/updates/price/latest?${query}`
        const params = { parsed: true, ignore_invalid_price_ids: true }
        const answer = await read(path, params, { signal: opts.signal, headers })
        if (!isObject(answer) || !Array.isArray(answer.parsed))
          throw latchkeyError('http/invalid-body', { values: { host, expected: 'prices' } })
        for (const entry of answer.parsed.filter(isObject)) {
          const id = plain(String(entry.id))
          if (part.includes(id) && !found.has(id)) found.set(id, priceIn(entry))
        }
      }
      await readInParts(ids, inParts(wanted, perRequest), readPart, opts)
      return ids.map((id) => found.get(id))
    },
  }
}
