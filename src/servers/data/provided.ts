import { formatUnits } from '../../core/amounts/units.ts'
import { isAddressFormat } from '../../core/chain/address.ts'
import { type CaipAddress, type CaipNetworkId, networkParts } from '../../core/chain/caip.ts'
import { type HttpError, isLatchkeyError, LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { PastTransaction, PastTransfer } from '../../core/wallet/past-transaction.ts'
import type { JoinedData } from '../../services/data/joined-providers.ts'
import { DataRefusal } from './data-refusal.ts'
import type { AskedToken, KeptPrices } from './kept-prices.ts'
import { type KnownAssets, pricedToken } from './known-assets.ts'
import { bodyOf, type DataAnswer, type DataRequest, json, param } from './requests.ts'
import type { WireBalance, WireBalances, WireNft, WireTransaction, WireTransfer } from './wire.ts'

/** The operator's providers, which are asked before the operator's nodes. The providers' prices are in US dollars. */
export interface ProvidedSource {
  readonly networks: readonly CaipNetworkId[]
  readonly data: JoinedData
  /** Returns whether a provider covers the network; undefined if that isn't known. Asks the providers at most once a minute. */
  covers(network: CaipNetworkId): Promise<boolean | undefined>
  /** Absent if no provider has prices. */
  readonly prices?: KeptPrices | undefined
}

interface Source {
  readonly provided?: ProvidedSource | undefined
  readonly known: KnownAssets
}

/** How many node calls a request counts as, for the client's limit. Some providers ask the node about each token. */
const cost = 20
/** The maximum length of a cursor, in characters. Clients refuse longer cursors. */
const longestCursor = 2048
const mostPriced = 101

/**
 * Returns the networks for which a provider has balances, history or NFTs. A provider that fails doesn't count until it answers
 * again.
 */
export async function providedNetworks({
  provided,
}: Pick<Source, 'provided'>): Promise<readonly CaipNetworkId[]> {
  if (!provided) return []
  const covered = await Promise.all(provided.networks.map(provided.covers))
  return provided.networks.filter((_, at) => covered[at])
}

/**
 * Returns an account's balances from the providers, in the format of `balances`. A balance keeps the price that the provider returned with it.
 * Undefined if the nodes must answer (see `askedOf`). @throws DataRefusal; the errors of providers
 */
export async function providedBalances(
  { provided, known }: Source,
  address: string,
  request: DataRequest,
): Promise<WireBalances | undefined> {
  const { currency, converted } = known.pricedIn(param(request, 'currency'))
  const asked = await askedOf(provided, address, request)
  if (!asked) return undefined
  const { data, chain, account } = asked
  // `unpriced`, because `pricedBalances` adds the prices.
  const found = await data.balances(account, { signal: request.signal, unpriced: true })
  return (
    found && {
      balances: found.map(
        ({ name, symbol, address, decimals, value, price: dollars, iconUrl }): WireBalance => {
          const numeric = formatUnits(value, decimals)
          const price = converted(dollars)
          return {
            ...{ name, symbol, chainId: chain },
            ...(address !== undefined && { address: `${chain}:${address}` }),
            ...(price !== undefined && { value: Number(numeric) * price }),
            price: price ?? 0,
            quantity: { decimals: String(decimals), numeric },
            iconUrl: iconUrl ?? '',
          }
        },
      ),
      currency,
    }
  )
}

/** Adds the providers' prices to balances that have no price. @throws DataRefusal */
export async function pricedBalances(
  source: Source,
  { balances, currency }: WireBalances,
  request: DataRequest,
): Promise<WireBalances> {
  const tokens = balances.map(({ price, chainId, address, quantity }): AskedToken | undefined =>
    price > 0
      ? undefined
      : {
          network: chainId as CaipNetworkId,
          address: address?.slice(chainId.length + 1),
          decimals: Number(quantity.decimals),
        },
  )
  const prices = await pricesOf(source, tokens, param(request, 'currency'), request)
  return {
    balances: balances.map((one, at) => {
      const price = prices.get(at)
      return price === undefined ? one : { ...one, price, value: Number(one.quantity.numeric) * price }
    }),
    currency,
  }
}

/**
 * Returns prices in the format of `KnownAssets.prices`. Assets without a price from the operator get the providers' prices.
 * @throws DataRefusal
 */
export async function providedPrices(source: Source, request: DataRequest): Promise<object> {
  const { fungibles, currency } = source.known.prices(request)
  const { addresses, currency: wanted } = bodyOf(request) as {
    readonly addresses: readonly unknown[]
    readonly currency?: unknown
  }
  const tokens = fungibles.map(({ price }, at) => (price > 0 ? undefined : pricedToken(addresses[at])))
  const prices = await pricesOf(source, tokens, wanted, request)
  return { fungibles: fungibles.map((one, at) => ({ ...one, price: prices.get(at) ?? one.price })), currency }
}

/**
 * Returns an account's history from the providers, in the format of `history`. Undefined if the nodes must answer (see `askedOf`),
 * or if the request asks for purchases. @throws DataRefusal; the errors of providers
 */
export async function providedHistory(
  { provided }: Source,
  address: string,
  request: DataRequest,
): Promise<{ readonly data: readonly WireTransaction[]; readonly next: string | null } | undefined> {
  if (param(request, 'onramp') !== undefined) return undefined
  const asked = await askedOf(provided, address, request)
  const page = await asked?.data.transactions(asked.account, asked.cursor, { signal: request.signal })
  return page && { data: page.transactions.map(wireTransaction), next: page.next ?? null }
}

/**
 * Returns an account's NFTs from the providers, in the format of `nftsOf`. Undefined if the nodes must answer (see `askedOf`), or
 * if no provider lists NFTs. @throws DataRefusal; the errors of providers
 */
export async function providedNfts(
  { provided }: Source,
  address: string,
  request: DataRequest,
): Promise<{ readonly data: readonly WireNft[]; readonly next: string | null } | undefined> {
  const asked = provided?.data.nfts && (await askedOf(provided, address, request))
  const page = await asked?.data.nfts?.(asked.account, asked.cursor, { signal: request.signal })
  if (!asked || !page) return undefined
  const data = page.nfts.map(({ standard, contract, tokenId, quantity, isSpam, ...nft }): WireNft => {
    const { name = '', description = '', imageUrl = '', collection = '' } = nft
    return {
      ...{ chainId: asked.chain, standard, contract, tokenId: String(tokenId), quantity: String(quantity) },
      ...{ name, description, imageUrl, collection: { name: collection } },
      ...(isSpam !== undefined && { isSpam }),
    }
  })
  return { data, next: page.next ?? null }
}

/**
 * Returns the service's answer to a provider's error; undefined for any other error. The answer contains no URL, because a URL
 * may contain a key.
 */
export function providerRefusal(error: unknown): DataAnswer | undefined {
  if (!(error instanceof LatchkeyError)) return undefined
  if (isLatchkeyError(error, 'validation/invalid-input'))
    return json(new DataRefusal(400, 'cursor', "This service didn't issue it").body, 400)
  if (!isLatchkeyError(error, 'rpc/limit-exceeded'))
    return json(new DataRefusal(502, 'provider', 'A provider failed, or its answer was invalid').body, 502)
  const retryAfter = (error.cause as Partial<HttpError> | undefined)?.response?.headers.get('retry-after')
  const busy = new DataRefusal(429, 'provider', 'A provider allows no more requests for now')
  return { ...json(busy.body, 429), retryAfter: retryAfter ?? undefined }
}

/**
 * Prepares the call of the providers: reads the account and the cursor, and counts the request toward the client's limit. Undefined
 * if the nodes must answer, because no provider covers the network, or because the cursor comes from the nodes.
 * @throws DataRefusal
 */
async function askedOf(provided: ProvidedSource | undefined, address: string, request: DataRequest) {
  const chain = provided?.networks.find((network) => network === param(request, 'chainId'))
  const family = chain && networkParts(chain)?.namespace
  if (!provided || !family) return undefined
  const cursor = param(request, 'cursor')
  if (cursor !== undefined && cursor.length > longestCursor)
    throw new DataRefusal(400, 'cursor', "This service didn't issue it")
  if (cursor !== undefined && !/^\d+:/.test(cursor)) return undefined
  // If a provider failed, its coverage is undefined. Ask this provider again, so that the visitor sees the error.
  if ((await provided.covers(chain)) === false) return undefined
  if (!isAddressFormat(family, address) || (family === 'eip155' && !address.startsWith('0x')))
    throw new DataRefusal(400, 'address', `${address.slice(0, 100)} isn't an address on ${chain}`)
  request.spend?.(cost)
  return { data: provided.data, chain, account: `${chain}:${address}` as CaipAddress, cursor }
}

/**
 * Returns prices in the wanted currency, by the tokens' positions in the list. If a provider is asked, counts the request toward
 * the client's limit. @throws DataRefusal
 */
async function pricesOf(
  { provided, known }: Source,
  tokens: readonly (AskedToken | undefined)[],
  wanted: unknown,
  { signal, spend }: DataRequest,
): Promise<ReadonlyMap<number, number>> {
  const { converted } = known.pricedIn(wanted)
  const asked = [...tokens.entries()]
    .flatMap(([at, token]) => (token && provided?.networks.includes(token.network) ? [{ at, token }] : []))
    .slice(0, mostPriced)
  const prices = new Map<number, number>()
  // Without a rate for the currency, the prices can't be converted.
  if (converted(1) === undefined) return prices
  const charge = () => spend?.(cost)
  const list = asked.map(({ token }) => token)
  const found = await provided?.prices?.of(list, { spend: charge, signal })
  for (const [index, { at }] of asked.entries()) {
    const price = converted(found?.[index])
    if (price !== undefined) prices.set(at, price)
  }
  return prices
}

function wireTransaction(transaction: PastTransaction): WireTransaction {
  const { id, hash, network, at, operation, status, from = '', to = '', transfers } = transaction
  // This API has no status for a replaced transaction. A replaced transaction must not look confirmed.
  const known = status === 'replaced' ? 'pending' : status
  return {
    id,
    metadata: {
      ...{ operationType: operation, hash, chain: network, minedAt: new Date(at).toISOString() },
      ...{ sentFrom: from, sentTo: to, status: known },
    },
    transfers: transfers.map(wireTransfer),
  }
}

function wireTransfer({ direction, quantity, symbol, name, nft, imageUrl = '' }: PastTransfer): WireTransfer {
  return {
    ...(nft
      ? { nft_info: { name, content: { preview: { url: imageUrl } } } }
      : { fungible_info: { name, symbol, icon: { url: imageUrl } } }),
    direction: direction ?? 'self',
    quantity: { numeric: quantity },
  }
}
