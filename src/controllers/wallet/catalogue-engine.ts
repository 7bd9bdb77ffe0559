import { isLatchkeyError, type LatchkeyError } from '../../core/errors/latchkey-error.ts'
import { catalogueLimits as limits } from '../../core/limits.ts'
import { opensOnPhone } from '../../core/wallet/links/deep-links.ts'
import type { CatalogueWallet, ImageKind } from '../../core/wallet/list/catalogue-wallet.ts'
import { searchText } from '../../core/wallet/list/wallet-list.ts'
import type { CallOptions, Unsubscribe } from '../../ports.ts'
import type { WalletPage } from '../../services/wallet-catalogue.ts'
import type { WalletQuery } from '../../services/wallet-queries.ts'
import type { FeatureHost } from '../base/feature-controller.ts'
import { announcedIcons } from './announced-icons.ts'
import type { CatalogueCalls, CatalogueDeps, CatalogueParts, CatalogueState } from './catalogue.ts'

interface Answer {
  readonly page: WalletPage
  readonly error: LatchkeyError | undefined
}

const nothing: WalletPage = { wallets: [], count: 0, dropped: [] }
/** Loading stops after this number of consecutive pages that have nothing to show. The specification has no such limit. */
const mostHiddenPages = 25

/** Implements `CatalogueController` (S1.2, S1.9, S3.3.11, S3.4.2). Loads when a wallet list is first opened. */
export class CatalogueEngine implements CatalogueCalls {
  readonly #deps: CatalogueDeps
  readonly #parts: CatalogueParts
  readonly #host: FeatureHost<CatalogueState>
  /** Aborted when the wallet options or the networks change, because pending answers are then out of date. */
  #asked = new AbortController()
  #searched = new AbortController()
  #stopWaiting: Unsubscribe | undefined
  #beginning: Promise<void> | undefined
  #paging: Promise<void> | undefined
  /** The number of pages that were read. `#last`: whether the last page was read. */
  #page = 0
  #last = false
  /** Whether the catalogue service has answered. Until then, the list has the wallets that are bundled with the package. */
  #heard = false
  /** The number of wallets on all pages, as the service reports it. */
  #count = 0
  #featured: readonly CatalogueWallet[] = []
  #recommended: readonly CatalogueWallet[] = []
  #pages: readonly CatalogueWallet[] = []
  #excluded: readonly CatalogueWallet[] = []
  /** The results of the search, including the wallets that the visitor's phone can't open. */
  #found: readonly CatalogueWallet[] = []
  /** The ids of the wallets that a loaded page contains but the list leaves out. */
  readonly #dropped = new Set<string>()

  constructor(deps: CatalogueDeps, parts: CatalogueParts, host: FeatureHost<CatalogueState>) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
    host.own(() => {
      this.#asked.abort()
      this.#searched.abort()
      parts.pictures.dispose()
    })
    host.own(deps.options.watch(lists, () => this.#startAgain()))
    host.own(
      deps.network.watch(
        ({ requestedNetworks }) => requestedNetworks,
        () => this.#startAgain(),
      ),
    )
    host.own(
      deps.network.watch(
        ({ activeNamespace }) => activeNamespace,
        () => this.#show(),
      ),
    )
    host.own(
      deps.connector.watch(
        ({ connectors }) => connectors,
        () => this.#keepIcons(),
      ),
    )
    this.#show()
  }

  begin(): Promise<void> {
    this.#beginning ??= this.#first()
    return this.#beginning
  }

  loadMore(): Promise<void> {
    if (this.#paging) return this.#paging
    const paging = this.#next().finally(() => {
      if (this.#paging === paging) this.#paging = undefined
    })
    this.#paging = paging
    return paging
  }

  async search(
    text: string,
    { certified = false }: { readonly certified?: boolean | undefined } = {},
  ): Promise<void> {
    const wanted = searchText(text)
    const { search: before } = this.#host.state
    if (before && before.text === wanted && before.certified === certified && !before.error) return
    this.#searched.abort()
    this.#stopWaiting?.()
    if (wanted === '' && !certified) return this.#host.patch({ search: undefined })
    const asks = this.#parts.service && (certified || wanted.length >= limits.minSearchLength)
    const search = { text: wanted, certified, wallets: [], loading: Boolean(asks), error: undefined }
    this.#found = []
    this.#host.patch({ search })
    if (!asks) return

    this.#searched = new AbortController()
    const { signal } = this.#searched
    await new Promise<void>((resolve) => {
      this.#stopWaiting = this.#host.after(this.#deps.clock, limits.searchWait, resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    if (signal.aborted) return
    const query = { page: 1, entries: limits.searchResults, search: wanted, certified }
    const { page, error } = await this.#ask({ ...this.#allowed(), ...query }, signal)
    if (signal.aborted) return
    this.#found = page.wallets
    this.#host.patch({
      search: { ...search, wallets: this.#reachable(page.wallets), loading: false, error },
    })
  }

  async picture(kind: ImageKind, id: string, opts: CallOptions = {}): Promise<string | undefined> {
    const { service, pictures } = this.#parts
    return service && pictures.urlOf(`${kind}/${id}`, (each) => service.getImage(kind, id, each), opts)
  }

  async #first(): Promise<void> {
    const { signal } = this.#asked
    if (!this.#parts.service) return
    const { featuredWalletIds: featured = [] } = this.#deps.options.state
    const { exclude, ...allowed } = this.#allowed()
    this.#host.patch({ loading: true, error: undefined })
    const [first, recommended, excluded] = await Promise.all([
      this.#byId(featured, signal),
      this.#ask(
        { ...allowed, page: 1, entries: limits.recommended, exclude: [...exclude, ...featured] },
        signal,
      ),
      this.#byId(exclude, signal),
    ])
    if (signal.aborted) return
    const error = first.error ?? recommended.error ?? excluded.error
    // Try again when the list is opened again.
    if (error) this.#beginning = undefined
    this.#heard = !recommended.error
    this.#featured = [...first.page.wallets].sort((a, b) => featured.indexOf(a.id) - featured.indexOf(b.id))
    this.#recommended = recommended.page.wallets
    this.#excluded = excluded.page.wallets
    this.#count = recommended.page.count
    this.#host.batch(() => {
      this.#host.patch({ loading: false, error })
      this.#show()
    })
  }

  async #next(): Promise<void> {
    const { signal } = this.#asked
    await this.begin()
    if (signal.aborted || !this.#parts.service || this.#last) return
    const { exclude, ...allowed } = this.#allowed()
    const { featuredWalletIds: featured = [] } = this.#deps.options.state
    const shown = this.#recommended.map(({ id }) => id)
    const query = { ...allowed, entries: limits.pageSize, exclude: [...shown, ...exclude, ...featured] }
    this.#host.patch({ loading: true, error: undefined })
    const before = this.#pages.length
    let error: LatchkeyError | undefined
    for (let turn = 1; !this.#last && !error && this.#pages.length === before; turn++) {
      const answer = await this.#ask({ ...query, page: this.#page + 1 }, signal)
      if (signal.aborted) return
      error = answer.error
      if (error) break
      const { wallets, count, dropped } = answer.page
      this.#heard = true
      this.#page++
      this.#pages = unique([...this.#pages, ...wallets])
      // Stop if the service repeats wallets. Otherwise a service that reports more wallets than it has would cause an endless
      // loop.
      const known = this.#dropped.size
      for (const id of dropped) this.#dropped.add(id)
      const isHidden = this.#dropped.size > known && turn < mostHiddenPages
      const isNew = this.#pages.length > before || isHidden
      this.#last = !isNew || count <= this.#page * limits.pageSize
      this.#count = Math.max(this.#count, count + shown.length)
    }
    this.#host.batch(() => {
      this.#host.patch({ loading: false, error })
      this.#show()
    })
  }

  /** Reads the wallets that the host lists by id, even if they support none of the host's networks. */
  #byId(include: readonly string[], signal: AbortSignal): Promise<Answer> {
    return include.length === 0
      ? Promise.resolve({ page: nothing, error: undefined })
      : this.#ask({ page: 1, entries: include.length, include }, signal)
  }

  async #ask(query: WalletQuery, signal: AbortSignal): Promise<Answer> {
    try {
      return {
        page: (await this.#parts.service?.getWallets(query, { signal })) ?? nothing,
        error: undefined,
      }
    } catch (error) {
      if (!isLatchkeyError(error)) throw error
      if (!signal.aborted) this.#deps.log.debug('Loading the wallet catalogue failed', error)
      return { page: nothing, error }
    }
  }

  #show(): void {
    const { customWallets = [], excludeWalletIds } = this.#deps.options.state
    const own = customWallets.filter(({ id }) => !excludeWalletIds.includes(id))
    const { service } = this.#parts
    const { search } = this.#host.state
    const { featured, recommended, rest } = this.#heard
      ? {
          featured: this.#featured,
          recommended: this.#reachable(this.#recommended),
          rest: this.#reachable(this.#pages),
        }
      : this.#bundled()
    const wallets = unique([...own, ...featured, ...recommended, ...rest])
    const counted = this.#heard && !this.#last ? this.#count + featured.length + own.length : 0
    this.#host.patch({
      featured,
      recommended,
      wallets,
      excluded: unique([
        ...this.#excluded,
        ...this.#wellKnown.filter(({ id }) => excludeWalletIds.includes(id)),
      ]),
      search: search && { ...search, wallets: this.#reachable(this.#found) },
      count: Math.max(wallets.length, counted),
      hosted: service !== undefined,
      more: service !== undefined && !this.#last,
    })
    this.#keepIcons()
  }

  /** Stores icons of listed wallets only. Otherwise a script could replace these icons by announcing many invented wallets. */
  #keepIcons(): void {
    const listed = new Set(this.#host.state.wallets.map(({ rdns }) => rdns))
    const icons = announcedIcons(this.#deps.persistence)
    icons.keep(this.#deps.connector.state.connectors.filter(({ rdns }) => rdns && listed.has(rdns)))
    this.#host.patch({ announcedIcons: icons.read() })
  }

  /** Returns the bundled wallets. They are listed if there is no service, or until the service has answered. */
  #bundled() {
    const {
      includeWalletIds: included,
      excludeWalletIds: excluded,
      featuredWalletIds = [],
    } = this.#deps.options.state
    const allowed = this.#reachable(this.#wellKnown).filter(({ id }) => !excluded.includes(id))
    const featured = featuredWalletIds.flatMap((id) => allowed.filter((wallet) => wallet.id === id))
    const others = allowed.filter(
      (wallet) => !featured.includes(wallet) && (!included || included.includes(wallet.id)),
    )
    return {
      featured,
      recommended: others.slice(0, limits.recommended),
      rest: others.slice(limits.recommended),
    }
  }

  get #wellKnown(): readonly CatalogueWallet[] {
    const { requestedNetworks } = this.#deps.network.state
    return this.#parts.wellKnown([...new Set(requestedNetworks.map(({ chainNamespace }) => chainNamespace))])
  }

  #allowed() {
    const { includeWalletIds: include, excludeWalletIds: exclude } = this.#deps.options.state
    return { include, exclude, chains: this.#chains() }
  }

  #chains(): readonly string[] {
    return this.#deps.network.state.requestedNetworks.map(({ caipNetworkId }) => caipNetworkId)
  }

  /** Returns the wallets that the visitor can open. On a phone, these are wallets with an app or an in-app browser (S3.2.3). */
  #reachable(wallets: readonly CatalogueWallet[]): readonly CatalogueWallet[] {
    if (!this.#deps.page.traits.mobile) return wallets
    const { activeNamespace } = this.#deps.network.state
    return wallets.filter((wallet) => opensOnPhone(wallet, activeNamespace))
  }

  #startAgain(): void {
    this.#asked.abort()
    this.#searched.abort()
    this.#asked = new AbortController()
    const began = this.#beginning !== undefined
    this.#beginning = this.#paging = undefined
    this.#featured = this.#recommended = this.#pages = this.#excluded = []
    this.#page = this.#count = 0
    this.#dropped.clear()
    this.#heard = this.#last = false
    this.#host.batch(() => {
      this.#host.patch({ search: undefined, loading: false, error: undefined })
      this.#show()
    })
    if (began) void this.begin()
  }
}

/** Returns the options that affect the list, as a text to compare. */
function lists(options: CatalogueDeps['options']['state']): string {
  const { customWallets, includeWalletIds, excludeWalletIds, featuredWalletIds } = options
  return JSON.stringify([customWallets, includeWalletIds, excludeWalletIds, featuredWalletIds])
}

/** Removes a wallet if an earlier wallet in the list has the same id or rdns. */
function unique(wallets: readonly CatalogueWallet[]): readonly CatalogueWallet[] {
  const ids = new Set<string>()
  const sources = new Set<string>()
  return wallets.filter(({ id, rdns }) => {
    if (ids.has(id) || (rdns && sources.has(rdns))) return false
    ids.add(id)
    if (rdns) sources.add(rdns)
    return true
  })
}
