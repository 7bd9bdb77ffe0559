import { parseAmount } from '../../core/amounts/amount.ts'
import { isInCurrency } from '../../core/amounts/priced-in.ts'
import { tokenSymbol } from '../../core/amounts/token-symbol.ts'
import { inParts, readInParts } from '../../core/async/read-in-parts.ts'
import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { pricedAddress } from '../../core/chain/token-asset.ts'
import type { ReportedBalance } from '../../core/wallet/token-balance.ts'
import type { CallOptions } from '../../ports.ts'
import { type DataRequests, type DataServiceOptions, inPath } from './data-requests.ts'

/** The number of tokens in one request of prices. Latchkey's own service accepts 100. */
const pricedAtOnce = 100

export interface HoldingsService {
  /**
   * Returns the account's balances on its network. Resolves with undefined if the network is unsupported. With `fresh`, the
   * service doesn't use its cache.
   */
  balances(
    account: CaipAddress,
    opts?: CallOptions & { readonly fresh?: boolean | undefined },
  ): Promise<readonly ReportedBalance[] | undefined>
  /**
   * Returns prices in the currency of the option `currency`, one per address. The address `undefined` means the native coin. A
   * price that is unknown or in another currency is undefined. Pass `decimals`, so that the source can refuse the price of a
   * token with other decimals. If only some prices can be read, calls `failed` with the position of each other address.
   */
  prices(
    network: CaipNetworkId,
    addresses: readonly (string | undefined)[],
    opts?: CallOptions & {
      readonly decimals?: readonly number[] | undefined
      readonly failed?: ((position: number, error: unknown) => void) | undefined
    },
  ): Promise<readonly (number | undefined)[]>
}

export function createHoldings(
  { supports, get, post }: DataRequests,
  { answers, currency, projectId }: Pick<DataServiceOptions, 'answers' | 'currency' | 'projectId'>,
): HoldingsService {
  return {
    async balances(account, { fresh, ...opts } = {}) {
      const { networkId, address } = parseCaipAddress(account)
      if (!(await supports(networkId, opts))) return undefined
      const params = { currency, chainId: networkId, forceUpdate: fresh || undefined }
      const answer = await get(`v1/account/${inPath(address)}/balance`, params, answers.balances, opts)
      const confirmed = isInCurrency(answer.currency, currency)
      return answer.items
        .filter(({ chainId }) => chainId === networkId)
        .map((item) => (confirmed ? item : { ...item, price: undefined }))
        .flatMap((item) => reported(item) ?? [])
    },
    async prices(network, addresses, opts = {}) {
      const { signal } = opts
      const wanted = addresses.map((address) => pricedAddress(network, address))
      const none = wanted.map(() => undefined)
      if (none.length === 0 || wanted.includes(undefined) || !(await supports(network, { signal })))
        return none
      const found = new Map<number, number | undefined>()
      const places = [...wanted.keys()]
      const readPart = async (part: readonly number[]) => {
        const body = { currency, addresses: part.map((at) => wanted[at]), projectId }
        const answer = await post('v1/fungible/price', body, answers.prices, { signal })
        // The response contains prices without addresses. If the number of prices is wrong, ignore all prices, because it isn't
        // clear which price belongs to which address.
        const { prices } = answer
        const isClear = prices.length === part.length && isInCurrency(answer.currency, currency)
        if (isClear) for (const [index, at] of part.entries()) found.set(at, prices[index])
      }
      await readInParts(places, inParts(places, pricedAtOnce), readPart, opts)
      return places.map((at) => found.get(at))
    },
  }
}

type Item = NonNullable<ReturnType<DataServiceOptions['answers']['balances']>>['items'][number]

/**
 * Returns a balance. Returns undefined if `quantity.numeric` isn't an amount with at most `quantity.decimals` decimals, or if the
 * address is empty or on another network.
 */
function reported({ chainId, name, symbol, address, price, quantity, iconUrl }: Item) {
  const decimals = Number(quantity.decimals)
  const prefix = `${chainId}:`
  // An address in CAIP-10 form starts with its network.
  const plain = address?.startsWith(prefix) ? address.slice(prefix.length) : address
  if (plain?.includes(':') || plain === '') return undefined
  try {
    const value = parseAmount(quantity.numeric.replace(/(\.\d*?)0+$/, '$1'), decimals, { allowZero: true })
    const words = { name: tokenSymbol(name), symbol: tokenSymbol(symbol) }
    return { ...words, address: plain ?? undefined, decimals, value, price, iconUrl }
  } catch {
    return undefined
  }
}
