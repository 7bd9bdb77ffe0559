import { isInCurrency } from '../../core/amounts/priced-in.ts'
import { throwIfAborted } from '../../core/async/abort.ts'
import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'
import type {
  DataProvider,
  DataProviderContext,
  DataProviderFactory,
  PricedToken,
} from '../../core/wallet/data-provider.ts'
import type { ReportedNftPage } from '../../core/wallet/nft.ts'
import type { ReportedBalance } from '../../core/wallet/token-balance.ts'
import type { CallOptions, Clock, Fetch, Logger } from '../../ports.ts'
import { readJson } from '../../transport/read-json.ts'
import type { HistoryService } from './history.ts'
import type { HoldingsService } from './holdings.ts'
import type { NftService } from './nfts.ts'

/** The data of all sources together. `nfts` is absent if no source lists NFTs. */
export type KnownData = HoldingsService & HistoryService & Partial<NftService>
export interface JoinedData extends HoldingsService, HistoryService, Partial<NftService> {
  /**
   * Returns the balances of an account. If a balance has no price, requests the price separately. With `unpriced`, leaves such a
   * balance without a price.
   */
  balances(
    account: CaipAddress,
    opts?: Parameters<HoldingsService['balances']>[1] & { readonly unpriced?: boolean },
  ): ReturnType<HoldingsService['balances']>
  /**
   * Returns the prices that the sources know. Calls `failed` with the position of each address that has no price because a source
   * failed, so that the caller doesn't take the token for one without a price.
   */
  prices(...asked: Parameters<HoldingsService['prices']>): ReturnType<HoldingsService['prices']>
  /**
   * Returns whether a provider has balances, history or NFTs on the network. Returns undefined if this is unknown, because a
   * provider fails or can't tell.
   */
  serves(network: CaipNetworkId, opts?: CallOptions): Promise<boolean | undefined>
}
/** Reads one page of a list. Each page contains the cursor of the next page. */
type Paged<P> = (
  account: CaipAddress,
  cursor: string | undefined,
  opts?: CallOptions,
) => Promise<P | undefined>
interface Given {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}
type Named = DataProvider & { readonly name: string }

/**
 * Joins the balances, prices, history and NFTs of all sources. The first source is the service of `endpoints.data`. The host's
 * providers follow in their order. Asks one source after the other for balances, history and NFTs, until a source that covers the
 * network answers. If a source doesn't know a price, asks the next source.
 */
export async function joinProviders(
  factories: readonly DataProviderFactory[],
  platform: Given,
  { rpc, coin, cosmos, currency }: Pick<DataProviderContext, 'rpc' | 'coin' | 'cosmos' | 'currency'>,
  service: KnownData | undefined,
): Promise<JoinedData> {
  const { clock, log } = platform
  const json = (baseUrl: string) => readJson(baseUrl, platform)
  const context: DataProviderContext = { rpc, coin, cosmos, clock, currency, json }
  const own = await Promise.all(
    factories.map(async (one): Promise<Named> => ({ ...(await one.create(context)), name: one.name })),
  )

  /**
   * Returns the answer of the first source that covers the network. If no source answers, throws the error of the last source
   * that failed.
   */
  async function firstOf<T>(
    asks: readonly (readonly [string, () => Promise<T | undefined>])[],
    { signal }: CallOptions = {},
  ): Promise<T | undefined> {
    let failure: { readonly error: unknown } | undefined
    for (const [name, ask] of asks) {
      try {
        const answer = await ask()
        if (answer !== undefined) return answer
      } catch (error) {
        throwIfAborted(signal)
        // Don't ask the next source if the caller made a mistake, for example by passing a cursor of another account.
        if (isLatchkeyError(error, 'validation/invalid-input')) throw error
        log.warn(`${name} failed`, error)
        failure = { error }
      }
    }
    if (failure) throw failure.error
    return undefined
  }

  /** Returns the pages of the first source that covers the network. A cursor belongs to the source that returned it. */
  function pagesOf<P extends { readonly next: string | undefined }>(
    sources: readonly (readonly [name: string, page: Paged<P>])[],
  ): Paged<P> {
    return (account, cursor, opts) => {
      const [, index, rest] = /^(\d+):(.*)$/s.exec(cursor ?? '') ?? []
      const asks = sources.flatMap(([name, pageOf], at) => {
        if (index !== undefined && Number(index) !== at) return []
        const ask = async () => {
          const page = await pageOf(account, rest, opts)
          return page && { ...page, next: page.next === undefined ? undefined : `${at}:${page.next}` }
        }
        return [[name, ask] as const]
      })
      return firstOf(asks, opts)
    }
  }
  const nftSources: readonly (readonly [string, Paged<ReportedNftPage>])[] = [
    ...(service?.nfts ? [['The data service', service.nfts] as const] : []),
    ...own.flatMap(({ name, nfts }) => (nfts ? [[name, nfts] as const] : [])),
  ]

  type Prices = NonNullable<DataProvider['prices']>
  const pricesOfService: Prices = async (network, tokens, opts) =>
    (await service?.prices(
      network,
      tokens.map(({ address }) => address),
      opts,
    )) ?? []
  const priceSources = [
    ...(service ? [{ name: 'the data service', prices: pricesOfService }] : []),
    ...own.flatMap(({ name, prices, currency: stated }) =>
      prices && isInCurrency(stated, currency) ? [{ name, prices }] : [],
    ),
  ]
  const pricesOf: JoinedData['prices'] = async (network, addresses, { decimals, failed, ...opts } = {}) => {
    const unanswered = new Map<number, unknown>()
    const found: (number | undefined)[] = addresses.map(() => undefined)
    for (const { name, prices } of priceSources) {
      const places = found.flatMap((price, at) => (price === undefined ? [at] : []))
      if (places.length === 0) break
      const tokens = places.map((at): PricedToken => ({ address: addresses[at], decimals: decimals?.[at] }))
      try {
        const errors = new Map<number, unknown>()
        const answer = await prices(network, tokens, {
          ...opts,
          failed: (index, error) => errors.set(index, error),
        })
        for (const [index, at] of places.entries()) {
          found[at] = answer[index]
          if (errors.has(index)) unanswered.set(at, errors.get(index))
        }
        if (errors.size > 0) log.warn(`Reading some prices from ${name} failed`, [...errors.values()][0])
      } catch (error) {
        throwIfAborted(opts.signal)
        log.warn(`Reading prices from ${name} failed`, error)
        for (const at of places) unanswered.set(at, error)
      }
    }
    for (const [at, error] of unanswered) if (found[at] === undefined) failed?.(at, error)
    return found
  }

  /** Adds prices to the balances without a price. */
  async function priced(
    network: Parameters<KnownData['prices']>[0],
    balances: readonly ReportedBalance[] | undefined,
    opts: CallOptions,
  ) {
    const without = balances?.filter(({ price }) => price === undefined) ?? []
    if (without.length === 0) return balances
    const decimals = without.map((one) => one.decimals)
    const prices = await pricesOf(
      network,
      without.map(({ address }) => address),
      { ...opts, decimals },
    )
    const found = new Map(without.map((one, at) => [one, prices[at]]))
    return balances?.map((one) => (found.has(one) ? { ...one, price: found.get(one) } : one))
  }

  return {
    async serves(network, opts) {
      const lists = own.filter((one) => one.balances ?? one.transactions ?? one.nfts)
      const served = await Promise.all(
        lists.map(async ({ name, serves }) => {
          try {
            return await serves?.(network, opts)
          } catch (error) {
            throwIfAborted(opts?.signal)
            log.warn(`${name} failed`, error)
            return undefined
          }
        }),
      )
      return served.includes(true) || (served.includes(undefined) ? undefined : false)
    },
    async balances(account, { fresh, unpriced, ...opts } = {}) {
      const asks = own.flatMap(({ name, balances, currency: stated }) => {
        if (!balances) return []
        const ask = async () => {
          const found = await balances(account, opts)
          return isInCurrency(stated, currency) ? found : found?.map((one) => ({ ...one, price: undefined }))
        }
        return [[name, ask] as const]
      })
      const known = service
        ? [['The data service', () => service.balances(account, { fresh, ...opts })] as const]
        : []
      const network = account.slice(0, account.lastIndexOf(':')) as Parameters<KnownData['prices']>[0]
      const found = await firstOf<readonly ReportedBalance[]>([...known, ...asks], opts)
      return unpriced ? found : priced(network, found, opts)
    },
    transactions: pagesOf([
      ...(service ? [['The data service', service.transactions] as const] : []),
      ...own.flatMap(({ name, transactions }) => (transactions ? [[name, transactions] as const] : [])),
    ]),
    nfts: nftSources.length > 0 ? pagesOf<ReportedNftPage>(nftSources) : undefined,
    prices: pricesOf,
  }
}
