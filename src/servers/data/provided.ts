import { formatUnits } from '../../core/amounts/units.ts'
import { isAddressFormat } from '../../core/chain/address.ts'
import { type CaipAddress, type CaipNetworkId, networkParts } from '../../core/chain/caip.ts'
import { type HttpError, isLatchkeyError, LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { PricedToken } from '../../core/wallet/data-provider.ts'
import type { PastTransaction, PastTransfer } from '../../core/wallet/past-transaction.ts'
import type { JoinedData } from '../../services/data/joined-providers.ts'
import { DataRefusal } from './data-refusal.ts'
import { type KnownAssets, pricedToken } from './known-assets.ts'
import { bodyOf, type DataAnswer, type DataRequest, json, param } from './requests.ts'
import type { WireBalance, WireBalances, WireNft, WireTransaction, WireTransfer } from './wire.ts'

/**
 * The operator's providers. They answer first; the operator's nodes answer for what no provider covers. Their prices are in US dollars.
 */
export interface ProvidedSource {
  /** The networks that have a node. */
  readonly networks: readonly CaipNetworkId[]
  readonly data: JoinedData
}

interface Source {
  readonly provided?: ProvidedSource | undefined
  readonly known: KnownAssets
}

/** A request counts as this many calls to a node in the client's limit, because some providers confirm each token through the node. */
const cost = 20
/** In characters: the longest cursor that clients accept. */
const longestCursor = 2048

/** The networks for which a provider offers balances and history. A provider that fails counts for no network until it answers again. */
export async function providedNetworks(
  { provided }: Pick<Source, 'provided'>,
  signal?: AbortSignal,
): Promise<readonly CaipNetworkId[]> {
  const { networks = [], data } = provided ?? {}
  const served = await Promise.all(networks.map((network) => data?.serves(network, { signal })))
  return networks.filter((_, at) => served[at])
}

/** Answers like `balances`, from the providers. Undefined if no provider covers the network. @throws DataRefusal; the errors of providers */
export async function providedBalances(
  { provided, known }: Source,
  address: string,
  request: DataRequest,
): Promise<WireBalances | undefined> {
  const { currency, converted } = known.pricedIn(param(request, 'currency'))
  const account = accountIn(provided, address, request)
  if (!account) return undefined
  const { chain, id } = account
  const found = await provided?.data.balances(id, { signal: request.signal })
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

/** Adds the providers' prices to balances without one. */
export async function pricedBalances(
  { provided, known }: Source,
  { balances, currency }: WireBalances,
  request: DataRequest,
): Promise<WireBalances> {
  const { converted } = known.pricedIn(param(request, 'currency'))
  const tokenOf = ({
    chainId,
    address,
    quantity,
  }: WireBalance): PricedToken & { network: CaipNetworkId } => ({
    network: chainId as CaipNetworkId,
    address: address?.slice(chainId.length + 1),
    decimals: Number(quantity.decimals),
  })
  const prices = await pricesOf(
    provided,
    balances.map((one) => (one.price > 0 ? undefined : tokenOf(one))),
    request.signal,
  )
  return {
    balances: balances.map((one, at) => {
      const price = converted(prices[at])
      return price === undefined ? one : { ...one, price, value: Number(one.quantity.numeric) * price }
    }),
    currency,
  }
}

/** Answers like `KnownAssets.prices`, and adds the providers' prices for tokens that the operator doesn't know. @throws DataRefusal */
export async function providedPrices({ provided, known }: Source, request: DataRequest): Promise<object> {
  const { fungibles, currency } = known.prices(request)
  const { addresses, currency: wanted } = bodyOf(request) as {
    readonly addresses: readonly unknown[]
    readonly currency?: unknown
  }
  const { converted } = known.pricedIn(wanted)
  const prices = await pricesOf(
    provided,
    fungibles.map(({ price }, at) => (price > 0 ? undefined : pricedToken(addresses[at]))),
    request.signal,
  )
  return {
    fungibles: fungibles.map((one, at) => ({ ...one, price: converted(prices[at]) ?? one.price })),
    currency,
  }
}

/** Answers like `history`, from the providers. Undefined if no provider covers the network. @throws DataRefusal; the errors of providers */
export async function providedHistory(
  { provided }: Source,
  address: string,
  request: DataRequest,
): Promise<{ readonly data: readonly WireTransaction[]; readonly next: string | null } | undefined> {
  if (param(request, 'onramp') !== undefined) return undefined
  const account = accountIn(provided, address, request)
  if (!account) return undefined
  const page = await provided?.data.transactions(account.id, cursorOf(request), { signal: request.signal })
  return page && { data: page.transactions.map(wireTransaction), next: page.next ?? null }
}

/** Answers like `nftsOf`, from the providers. Undefined if no provider covers the network. @throws DataRefusal; the errors of providers */
export async function providedNfts(
  { provided }: Source,
  address: string,
  request: DataRequest,
): Promise<{ readonly data: readonly WireNft[]; readonly next: string | null } | undefined> {
  const account = provided?.data.nfts && accountIn(provided, address, request)
  if (!account) return undefined
  const page = await provided.data.nfts?.(account.id, cursorOf(request), { signal: request.signal })
  if (!page) return undefined
  const data = page.nfts.map(({ standard, contract, tokenId, quantity, isSpam, ...nft }): WireNft => {
    const { name = '', description = '', imageUrl = '', collection = '' } = nft
    return {
      ...{ chainId: account.chain, standard, contract, tokenId: String(tokenId), quantity: String(quantity) },
      ...{ name, description, imageUrl, collection: { name: collection } },
      ...(isSpam !== undefined && { isSpam }),
    }
  })
  return { data, next: page.next ?? null }
}

/** The answer to a request for which a provider failed; undefined for another error. The answer names no URL, because a URL may contain a key. */
export function providerRefusal(error: unknown): DataAnswer | undefined {
  if (!(error instanceof LatchkeyError)) return undefined
  if (isLatchkeyError(error, 'validation/invalid-input'))
    return json(new DataRefusal(400, 'cursor', "This service didn't issue it").body, 400)
  if (!isLatchkeyError(error, 'rpc/limit-exceeded'))
    return json(new DataRefusal(502, 'provider', 'A provider did not answer as it must').body, 502)
  const retryAfter = (error.cause as Partial<HttpError> | undefined)?.response?.headers.get('retry-after')
  const busy = new DataRefusal(429, 'provider', 'A provider allows no more requests for now')
  return { ...json(busy.body, 429), retryAfter: retryAfter ?? undefined }
}

/** The account on the requested network; undefined if no provider covers the network. @throws DataRefusal */
function accountIn(provided: ProvidedSource | undefined, address: string, request: DataRequest) {
  const chain = provided?.networks.find((network) => network === param(request, 'chainId'))
  const family = chain && networkParts(chain)?.namespace
  if (!family) return undefined
  if (!isAddressFormat(family, address) || (family === 'eip155' && !address.startsWith('0x')))
    throw new DataRefusal(400, 'address', `${address.slice(0, 100)} isn't an address on ${chain}`)
  request.spend?.(cost)
  return { chain, id: `${chain}:${address}` as CaipAddress }
}

function cursorOf(request: DataRequest): string | undefined {
  const cursor = param(request, 'cursor')
  if (cursor === undefined || (cursor.length <= longestCursor && /^\d+:/.test(cursor))) return cursor
  throw new DataRefusal(400, 'cursor', "This service didn't issue it")
}

/** The prices in the order of the tokens. Undefined for an undefined token, and for a token without a price. */
async function pricesOf(
  provided: ProvidedSource | undefined,
  tokens: readonly ((PricedToken & { readonly network: CaipNetworkId }) | undefined)[],
  signal: AbortSignal | undefined,
): Promise<readonly (number | undefined)[]> {
  const prices: (number | undefined)[] = tokens.map(() => undefined)
  for (const network of provided?.networks ?? []) {
    const places = [...tokens.keys()].filter((at) => tokens[at]?.network === network)
    if (places.length === 0) continue
    const addresses = places.map((at) => tokens[at]?.address)
    const decimals = places.map((at) => tokens[at]?.decimals)
    // Ask only if all decimals are known, because a price for the wrong decimals would be wrong.
    const given = decimals.flatMap((one) => one ?? [])
    const known = given.length === places.length ? { decimals: given } : {}
    const found = await provided?.data.prices(network, addresses, { ...known, signal })
    for (const [index, at] of places.entries()) prices[at] = found?.[index]
  }
  return prices
}

function wireTransaction(transaction: PastTransaction): WireTransaction {
  const { id, hash, network, at, operation, status, from = '', to = '', transfers } = transaction
  return {
    id,
    metadata: {
      ...{ operationType: operation, hash, chain: network, minedAt: new Date(at).toISOString() },
      ...{ sentFrom: from, sentTo: to, status: status === 'failed' ? status : 'confirmed' },
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
