/** A wallet as the catalogue service returns it (S1.3, S3.2.3). */
export interface CatalogueEntry {
  readonly id: string
  readonly name: string
  readonly image_id?: string | null
  readonly rdns?: string | null
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  readonly badge_type?: 'none' | 'certified' | null
  /** The wallet's place in the list: smaller numbers come first. Default: the position in the list. */
  readonly order?: number | undefined
  readonly homepage?: string | null
  readonly mobile_link?: string | null
  readonly link_mode?: string | null
  readonly desktop_link?: string | null
  readonly webapp_link?: string | null
  readonly app_store?: string | null
  readonly play_store?: string | null
  readonly chrome_store?: string | null
}

export interface CataloguePicture {
  readonly contentType: string
  readonly body: string | Buffer<ArrayBuffer>
}

export interface CatalogueSource {
  readonly wallets: readonly CatalogueEntry[]
  /** Returns the picture of a wallet (by `image_id`), a network (`asset`), a currency or a token; undefined if there is none. */
  picture(kind: 'wallet' | 'asset' | 'currency' | 'token', id: string): CataloguePicture | undefined
}

export interface CatalogueAnswer {
  readonly status: number
  /** The `cache-control` header. If absent, the answer has no such header. */
  readonly keep?: string | undefined
  readonly contentType: string
  readonly body: string | Buffer<ArrayBuffer>
}

/**
 * The `cache-control` headers. Browsers keep pictures of wallets longest, because a changed picture gets a new `image_id`. A
 * changed picture of a network, a currency or a token keeps its id, so browsers keep such a picture for only a day.
 */
const kept = {
  list: 'public, no-cache',
  wallet: 'public, max-age=31536000, immutable',
  other: 'public, max-age=86400',
} as const
const maxPerRequest = { entries: 100, ids: 1000 }
const pictures = [
  ['wallet', /^\/getWalletImage\/([^/]+)$/],
  ['asset', /^\/public\/getAssetImage\/([^/]+)$/],
  ['currency', /^\/public\/getCurrencyImage\/([^/]+)$/],
  ['token', /^\/public\/getTokenImage\/([^/]+)$/],
] as const

/** Answers requests as the wallet catalogue service does (S2.7, S3.2.3): `GET /getWallets` and the routes for pictures. */
export function catalogueHandler(source: CatalogueSource): (method: string, url: URL) => CatalogueAnswer {
  const ordered = source.wallets
    .map((wallet, index) => ({ wallet, order: wallet.order ?? index }))
    .sort((a, b) => a.order - b.order)
    .map(({ wallet }) => wallet)

  return (method, url) => {
    if (method !== 'GET') return refused(405, 'Only GET')
    if (url.pathname === '/getWallets') return page(ordered, url.searchParams)
    for (const [kind, route] of pictures) {
      const id = route.exec(url.pathname)?.[1]
      const picture = id !== undefined && source.picture(kind, decoded(id))
      if (picture) return { status: 200, keep: kind === 'wallet' ? kept.wallet : kept.other, ...picture }
    }
    return refused(404, 'Not found')
  }
}

function page(wallets: readonly CatalogueEntry[], params: URLSearchParams): CatalogueAnswer {
  const number = whole(params.get('page') ?? '1')
  const entries = whole(params.get('entries') ?? '40')
  if (number === undefined || entries === undefined || entries > maxPerRequest.entries)
    return refused(
      400,
      `page and entries must be whole numbers from 1, entries at most ${maxPerRequest.entries}`,
    )
  const include = listed(params.get('include'))
  const exclude = listed(params.get('exclude'))
  const chains = listed(params.get('chains'))
  const search = params.get('search')?.trim().toLowerCase() ?? ''
  const certified = params.get('badge_type') === 'certified'
  const found = wallets.filter(
    (wallet) =>
      (!include || include.has(wallet.id)) &&
      !exclude?.has(wallet.id) &&
      (!chains || wallet.chains.some((chain) => chains.has(chain))) &&
      (!certified || wallet.badge_type === 'certified') &&
      wallet.name.toLowerCase().includes(search),
  )
  const data = found.slice((number - 1) * entries, number * entries)
  return {
    ...{ status: 200, keep: kept.list },
    contentType: 'application/json',
    body: JSON.stringify({ data, count: found.length }),
  }
}

function listed(text: string | null): ReadonlySet<string> | undefined {
  return text ? new Set(text.split(',').slice(0, maxPerRequest.ids)) : undefined
}

function whole(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function refused(status: number, body: string): CatalogueAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body }
}
