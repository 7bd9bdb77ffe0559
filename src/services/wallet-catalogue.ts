import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { CatalogueWallet, ImageKind } from '../core/wallet/list/catalogue-wallet.ts'
import { shownName } from '../core/wallet/list/shown-name.ts'
import type { CallOptions, Platform } from '../ports.ts'
import { createHttpClient, urlOf } from '../transport/http-client.ts'
import { type SdkOptions, sdkParams } from './sdk-params.ts'
import type { readWalletAnswer } from './wallet-answer.ts'
import { planQueries, type WalletQuery } from './wallet-queries.ts'

export interface WalletPage {
  readonly wallets: readonly CatalogueWallet[]
  /** The number of wallets on all pages. The number may be too high if a query had more ids than fit into a URL. */
  readonly count: number
  /** The ids of this page that aren't in `wallets`: the wallet doesn't match the query, or the service doesn't know it. */
  readonly dropped: readonly string[]
}

/**
 * The wallets of a catalogue service (S2.7, S3.2.3). Its responses are untrusted. Drops entries without an id or name, and
 * invalid fields.
 */
export interface WalletCatalogue {
  /** Returns one page of wallets. @throws the errors of `HttpClient`; `http/invalid-body` if the response isn't a wallet list. */
  getWallets(query: WalletQuery, opts?: CallOptions): Promise<WalletPage>
  /**
   * Returns an image.
   * @throws the errors of `getWallets`; `http/invalid-body` if the response isn't an image or is larger than 1 MB.
   */
  getImage(kind: ImageKind, id: string, opts?: CallOptions): Promise<Blob>
}

export interface WalletCatalogueOptions extends Pick<Platform, 'fetch' | 'clock'>, SdkOptions {
  readonly baseUrl: string
  readonly readAnswer: typeof readWalletAnswer
}

/** The maximum size of a picture, in bytes. Not in the specification. */
const largestPicture = 1_000_000

/** The maximum number of simultaneous requests for one query. */
const atOnce = 6

const routes: Readonly<Record<ImageKind, string>> = {
  wallet: 'getWalletImage',
  asset: 'public/getAssetImage',
  currency: 'public/getCurrencyImage',
  token: 'public/getTokenImage',
}

export function createWalletCatalogue(options: WalletCatalogueOptions): WalletCatalogue {
  const { baseUrl, readAnswer } = options
  const base = new URL(baseUrl)
  const { host } = base
  const http = createHttpClient(options)
  const about = sdkParams(options)
  const invalid = (expected: string) => latchkeyError('http/invalid-body', { values: { host, expected } })

  const paramsOf = ({ page, entries, search, certified, include, exclude, chains }: WalletQuery) => ({
    ...about,
    page,
    entries,
    search,
    badge_type: certified ? 'certified' : undefined,
    include: include?.join(),
    exclude: exclude?.join(),
    chains: chains?.join(),
  })
  async function ask(query: WalletQuery, opts: CallOptions | undefined) {
    const answer = readAnswer(await http.get('getWallets', { params: paramsOf(query), ...opts }))
    if (!answer) throw invalid('a list of wallets')
    const wallets = answer.wallets.flatMap(({ name, ...wallet }) => {
      const shown = shownName(name)
      return shown ? [{ ...wallet, name: shown }] : []
    })
    return { wallets, count: Math.max(answer.count, wallets.length) }
  }

  return {
    async getWallets(query, opts) {
      const { queries, keeps, named } = planQueries(
        query,
        (one) => urlOf(base, 'getWallets', paramsOf(one)).href,
      )
      const answers: Awaited<ReturnType<typeof ask>>[] = []
      for (let at = 0; at < queries.length; at += atOnce)
        answers.push(...(await Promise.all(queries.slice(at, at + atOnce).map((one) => ask(one, opts)))))
      const found = answers.flatMap(({ wallets }) => wallets)
      const wallets = found.filter(keeps)
      const listed = new Set(wallets.map(({ id }) => id))
      const dropped = [...found.map(({ id }) => id), ...(named?.ids ?? [])].filter((id) => !listed.has(id))
      const counted = named?.count ?? answers.reduce((sum, one) => sum + one.count, 0)
      return { wallets, count: Math.max(counted, wallets.length), dropped }
    },
    async getImage(kind, id, opts) {
      const picture = await http.getBlob(`${routes[kind]}/${encodeURIComponent(id)}`, {
        params: about,
        ...opts,
      })
      if (!/^image\//i.test(picture.type) || picture.size > largestPicture) throw invalid('a picture')
      return picture
    },
  }
}
