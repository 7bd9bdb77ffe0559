import * as z from 'zod/mini'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { CatalogueWallet, PictureKind } from '../core/wallet/catalogue-wallet.ts'
import { shownName } from '../core/wallet/shown-name.ts'
import type { CallOptions, Platform } from '../ports.ts'
import { createHttpClient } from '../transport/http-client.ts'
import { version } from '../version.ts'

export interface WalletQuery {
  /** From 1. */
  readonly page: number
  /** Of one page, at most 100. */
  readonly entries: number
  readonly search?: string | undefined
  /** Only wallets that the catalogue has certified. */
  readonly certified?: boolean | undefined
  /** Catalogue ids. */
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** CAIP-2 ids: wallets that serve any of them. */
  readonly chains?: readonly string[] | undefined
}

export interface WalletPage {
  readonly wallets: readonly CatalogueWallet[]
  /** Of all pages. */
  readonly count: number
}

/**
 * The wallets that a catalogue service lists. What it says is foreign text: entries without an id or a name are left out, and
 * of the others every field that cannot be used. Specification 2, section 7; facts 2.3.
 */
export interface WalletCatalogue {
  /** @throws what `HttpClient` does; `http/invalid-body` when the answer is no list of wallets. */
  getWallets(query: WalletQuery, opts?: CallOptions): Promise<WalletPage>
  /** @throws as `getWallets`; `http/invalid-body` for what is no picture, or larger than 1 MB. */
  getPicture(kind: PictureKind, id: string, opts?: CallOptions): Promise<Blob>
}

export interface WalletCatalogueOptions extends Pick<Platform, 'fetch' | 'clock'> {
  readonly baseUrl: string
  readonly projectId?: string | undefined
}

/** Ours, in characters and bytes. */
const most = { text: 2048, chains: 500, entries: 200, picture: 1_000_000 }

const routes: Readonly<Record<PictureKind, string>> = {
  wallet: 'getWalletImage',
  asset: 'public/getAssetImage',
  currency: 'public/getCurrencyImage',
  token: 'public/getTokenImage',
}

const text = z.string().check(z.minLength(1), z.maxLength(most.text))
const optional = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined as never)
const link = optional(text)
const webLink = optional(text.check(z.regex(/^https:\/\/[^/]/)))
const chain = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

const wallet = z.object({
  id: z.string().check(z.regex(/^[\w.-]{1,128}$/)),
  name: z.pipe(z.transform(shownName), z.string().check(z.minLength(1))),
  rdns: optional(text.check(z.regex(/^[a-z0-9.-]{3,253}$/i))),
  chains: optional(
    z.pipe(
      z.array(z.unknown()).check(z.maxLength(most.chains)),
      z.transform((ids) => ids.filter((id): id is string => typeof id === 'string' && chain.test(id))),
    ),
  ),
  image_id: optional(z.string().check(z.regex(/^[\w-]{1,128}$/))),
  homepage: webLink,
  mobile_link: link,
  link_mode: webLink,
  desktop_link: link,
  webapp_link: webLink,
  app_store: webLink,
  play_store: webLink,
  chrome_store: webLink,
  badge_type: optional(z.enum(['none', 'certified'])),
})
const answer = z.object({
  data: z.array(z.unknown()),
  count: z.catch(z.int().check(z.nonnegative()), 0),
})

export function createWalletCatalogue(options: WalletCatalogueOptions): WalletCatalogue {
  const { baseUrl, projectId } = options
  const { host } = new URL(baseUrl)
  const http = createHttpClient(options)
  const about = { projectId, st: 'latchkey', sv: version }
  const invalid = (expected: string) => latchkeyError('http/invalid-body', { values: { host, expected } })

  return {
    async getWallets({ page, entries, search, certified, include, exclude, chains }, opts) {
      const params = {
        ...about,
        page,
        entries,
        search,
        badge_type: certified ? 'certified' : undefined,
        include: include?.join(),
        exclude: exclude?.join(),
        chains: chains?.join(),
      }
      const { success, data: read } = answer.safeParse(await http.get('getWallets', { params, ...opts }))
      if (!success) throw invalid('a list of wallets')
      const wallets = new Map<string, CatalogueWallet>()
      for (const entry of read.data.slice(0, most.entries)) {
        const { data: one } = wallet.safeParse(entry)
        if (one && !wallets.has(one.id)) wallets.set(one.id, one)
      }
      return { wallets: [...wallets.values()], count: Math.max(read.count, wallets.size) }
    },
    async getPicture(kind, id, opts) {
      const picture = await http.getBlob(`${routes[kind]}/${encodeURIComponent(id)}`, {
        params: about,
        ...opts,
      })
      if (!/^image\//i.test(picture.type) || picture.size > most.picture) throw invalid('a picture')
      return picture
    },
  }
}
