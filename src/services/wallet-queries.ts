import type { CatalogueWallet } from '../core/wallet/list/catalogue-wallet.ts'

export interface WalletQuery {
  /** The number of the page. The first page is 1. */
  readonly page: number
  /** The number of wallets per page, at most 100. */
  readonly entries: number
  readonly search?: string | undefined
  /** Whether to return only wallets that the catalogue has certified. */
  readonly certified?: boolean | undefined
  /** The catalogue ids of the wallets to return. */
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** CAIP-2 ids. Returns wallets that support at least one of these networks. */
  readonly chains?: readonly string[] | undefined
}

/** The maximum length of a URL, in encoded characters. Servers and proxies may refuse longer URLs. Not in the specification. */
const longestUrl = 2000

export interface QueryPlan {
  /** The queries that together answer the original query. Each of these queries fits into a URL. */
  readonly queries: readonly WalletQuery[]
  /** Returns whether a wallet matches the parts of the original query that the URLs leave out. */
  readonly keeps: (wallet: CatalogueWallet) => boolean
  /** Set if the ids of `include` were split: the ids of this page, and the number of ids on all pages. */
  readonly named?: { readonly ids: readonly string[]; readonly count: number } | undefined
}

/**
 * Splits a query if its ids don't fit into one URL. If the networks don't fit, the URL leaves them out, and `keeps` checks them
 * in the answer. This drops few wallets, because most wallets support at least one of so many networks. The ids of `include` are
 * requested in several queries, one page at a time. For a search, the URL leaves out `include`, and `keeps` checks the ids in the
 * answer.
 */
export function planQueries(query: WalletQuery, urlOf: (query: WalletQuery) => string): QueryPlan {
  const lengthOf = (one: WalletQuery) => urlOf(one).length
  if (lengthOf(query) <= longestUrl) return { queries: [query], keeps: () => true }
  const { include, exclude = [], chains, page, entries } = query
  const named = lengthOf({ ...query, include: undefined, exclude: undefined }) <= longestUrl / 2
  const rest = { ...query, include: undefined, exclude: undefined, ...(!named && { chains: undefined }) }
  const room = longestUrl - lengthOf(rest)
  const [excluded, included, supported] = [new Set(exclude), include && new Set(include), new Set(chains)]
  const keeps = (wallet: CatalogueWallet) =>
    !excluded.has(wallet.id) &&
    (included?.has(wallet.id) ?? true) &&
    (named || !wallet.chains || wallet.chains.some((chain) => supported.has(chain)))
  if (!include || query.search) {
    const [first = []] = fitting('exclude', exclude, room)
    return { queries: [{ ...rest, exclude: first }], keeps }
  }
  const wanted = include.filter((id) => !excluded.has(id))
  const ids = wanted.slice((page - 1) * entries, page * entries)
  const queries = fitting('include', ids, room).map((part) => ({
    ...rest,
    include: part,
    page: 1,
    entries: part.length,
  }))
  return { queries, keeps, named: { ids, count: wanted.length } }
}

/** Splits ids into lists, each of which fits into the URL as a parameter. */
function fitting(name: string, ids: readonly string[], room: number): readonly (readonly string[])[] {
  const lists: string[][] = []
  let left = 0
  for (const id of ids) {
    // The first id needs the parameter's name, "&" and "=". Each further id needs an encoded comma.
    const length = `${new URLSearchParams({ [name]: id })}`.length - name.length - 1
    if (length + 3 > left || lists.length === 0) {
      lists.push([])
      left = room - name.length - 2 + 3
    }
    lists.at(-1)?.push(id)
    left -= length + 3
  }
  return lists
}
