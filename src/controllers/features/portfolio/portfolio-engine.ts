import { isInCurrency } from '../../../core/amounts/priced-in.ts'
import { raceAbort } from '../../../core/async/abort.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { type ChainNetwork, findNetwork } from '../../../core/chain/network.ts'
import { HttpError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { cacheLifetimes, portfolioLimits as limits } from '../../../core/limits.ts'
import type { TimedCache } from '../../../core/timed-cache.ts'
import { isFresh } from '../../../core/timing.ts'
import type { CallOptions, Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { type Holdings, readHoldings } from './holdings.ts'
import { NftHoldings } from './nft-holdings.ts'
import type { PortfolioBehavior, PortfolioDeps, PortfolioParts, PortfolioState } from './portfolio.ts'
import { mostStored, storedHoldings } from './stored-holdings.ts'

/** Balances and the time when they were read. */
type DatedHoldings = Holdings & { readonly timestamp: number }

/** The initial values of the fields that belong to one account on one network. */
const unread = {
  balances: [],
  total: undefined,
  more: false,
  source: undefined,
  loading: false,
  stale: false,
  error: undefined,
  nfts: undefined,
} as const

/** Implements `PortfolioController` (S1.4, S1.9, S3.3.6, S3.9.4). Loads at the first use. */
export class PortfolioEngine implements PortfolioBehavior {
  readonly #deps: PortfolioDeps
  readonly #parts: PortfolioParts
  readonly #host: FeatureHost<PortfolioState>
  readonly #kept: TimedCache<Holdings>
  readonly #nfts: NftHoldings
  /** The latest balances of an account that has too many balances to store. */
  #large: { readonly account: CaipAddress; readonly found: DatedHoldings } | undefined
  readonly #followers = new Set<AbortSignal>()
  /** Aborted when another account or network becomes active. */
  #asked = new AbortController()
  #reading: Promise<void> | undefined
  /** The read that begins after `#reading`. */
  #next: Promise<void> | undefined
  #failedAt: number | undefined
  /** The time of the read whose balances are shown. */
  #shownAt = 0
  /**
   * Whether the data service is overloaded (HTTP 503). If so, polling stops until a read has another outcome, a view starts to
   * follow the balances, or another account becomes active.
   */
  #overloaded = false
  /** Whether balances may have changed since the last read. */
  #outdated = false
  /** The accounts that must be read anew when they become active, because they paid or were left before they were read anew. */
  readonly #due = new Set<CaipAddress>()
  #stopPolling: Unsubscribe | undefined

  constructor(deps: PortfolioDeps, parts: PortfolioParts, host: FeatureHost<PortfolioState>) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
    this.#kept = storedHoldings(deps.persistence, deps.clock)
    this.#nfts = new NftHoldings(deps, parts, host)
    host.own(() => {
      this.#followers.clear()
      this.#nfts.forget()
      this.#asked.abort()
      this.#stopPolling?.()
    })
    host.own(deps.account.subscribe(() => this.#followAccount()))
    host.own(deps.network.subscribe(() => this.#followAccount()))
    const moved = () => {
      this.#outdated = true
      if (this.#seen) void this.refresh()
      const { account } = host.state
      const network = host.state.nfts && account && this.#networkOf(account)
      if (network) void this.#nfts.reload(account, network)
    }
    host.own(
      deps.activity.on('settled', ({ account }) => {
        if (account === host.state.account) moved()
        else this.#due.add(account)
      }),
    )
    host.own(deps.options.watch(({ tokens }) => tokens, moved))
    host.own(
      deps.page.listen('visibilitychange', () => {
        if (this.#seen) void this.refresh()
        this.#arrange()
      }),
    )
    this.#followAccount()
  }

  async refresh({ fresh = false, signal }: CallOptions & { readonly fresh?: boolean | undefined } = {}) {
    const { account } = this.#host.state
    const network = account && this.#networkOf(account)
    const { clock } = this.#deps
    if (!account || !network) return
    if (this.#failedAt !== undefined && isFresh(this.#failedAt, limits.retryBlock, clock.now())) return
    const again = fresh || this.#outdated
    const reading =
      this.#reading && again ? this.#readNext(this.#reading) : this.#once(account, network, again)
    await raceAbort(reading, signal)
  }

  #once(account: CaipAddress, network: ChainNetwork, fresh: boolean): Promise<void> {
    if (this.#reading) return this.#reading
    const reading = this.#read(account, network, fresh).finally(() => {
      if (this.#reading === reading) this.#reading = undefined
    })
    this.#reading = reading
    return reading
  }

  /** Reads again after the pending read, because that read may have started before a payment. */
  #readNext(pending: Promise<void>): Promise<void> {
    if (this.#next) return this.#next
    const { signal } = this.#asked
    const next: Promise<void> = pending.then(() => {
      if (this.#next === next) this.#next = undefined
      return signal.aborted ? undefined : this.refresh({ fresh: true })
    })
    this.#next = next
    return next
  }

  async loadNfts(opts?: CallOptions): Promise<void> {
    const { account } = this.#host.state
    const network = account && this.#networkOf(account)
    if (network) await this.#nfts.load(account, network, opts)
  }

  async loadMoreNfts(opts?: CallOptions): Promise<void> {
    const { account } = this.#host.state
    const network = account && this.#networkOf(account)
    if (network) await this.#nfts.loadMore(account, network, opts)
  }

  keepFresh({ signal }: Required<CallOptions>): void {
    if (!signal || signal.aborted) return
    this.#followers.add(signal)
    const leave = () => {
      this.#followers.delete(signal)
      this.#arrange()
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#overloaded = false
    if (this.#seen) void this.refresh()
    this.#arrange()
  }

  /** Whether a view follows the balances and the page is visible. */
  get #seen(): boolean {
    return this.#followers.size > 0 && this.#deps.page.visible()
  }

  #arrange(): void {
    const wanted = this.#seen && !this.#overloaded
    if (!wanted) this.#stopPolling?.()
    this.#stopPolling = wanted
      ? (this.#stopPolling ?? this.#deps.clock.every(limits.poll, () => void this.refresh()))
      : undefined
  }

  /** Clears the balances of the previous account, and cancels the requests for that account. */
  #followAccount(): void {
    const { caipAddress: account } = this.#deps.account.active
    const { account: left } = this.#host.state
    if (account === left) return
    if (left && this.#outdated) this.#due.add(left)
    this.#asked.abort()
    this.#asked = new AbortController()
    this.#nfts.forget()
    this.#reading = this.#next = this.#failedAt = undefined
    this.#overloaded = false
    this.#outdated = account !== undefined && this.#due.delete(account)
    this.#host.patch({ ...unread, account, network: account && parseCaipAddress(account).networkId })
    if (this.#seen) void this.refresh()
    this.#arrange()
  }

  /** Returns the account's network. Returns undefined if this network isn't in `requestedNetworks`. */
  #networkOf(account: CaipAddress): ChainNetwork | undefined {
    return findNetwork(this.#deps.network.state.requestedNetworks, parseCaipAddress(account).networkId)
  }

  async #read(account: CaipAddress, network: ChainNetwork, fresh: boolean): Promise<void> {
    const { signal } = this.#asked
    const { clock, log, snackbar } = this.#deps
    const kept = fresh ? undefined : this.#recent(account)
    if (kept) {
      // Another tab may have read these balances. Don't show them if newer balances are shown, unless the clock was set back.
      const isShown = this.#host.state.source !== undefined
      const isNewer = kept.timestamp > this.#shownAt || this.#shownAt > clock.now()
      if (!isShown || isNewer) this.#show(kept)
      return
    }
    this.#outdated = false
    this.#host.patch({ loading: true })
    try {
      const found = await readHoldings({ ...this.#deps, ...this.#parts }, account, network, { fresh, signal })
      if (signal.aborted) return
      this.#failedAt = undefined
      this.#overloaded = false
      this.#keep(account, found)
      this.#show({ ...found, timestamp: clock.now() })
    } catch (cause) {
      if (signal.aborted) return
      if (fresh) this.#outdated = true
      const error = latchkeyError('data/balances-failed', { cause })
      log.debug('Loading the balances failed', cause)
      this.#failedAt = clock.now()
      this.#overloaded = cause instanceof HttpError && cause.status === 503
      const shown = this.#host.state.error !== undefined
      this.#host.patch({ loading: false, stale: this.#host.state.source !== undefined, error })
      // If a view follows the balances, the view shows the error. Without such a view, the snackbar shows it, but only once until
      // a read succeeds.
      if (!shown && this.#followers.size === 0) snackbar.showError(error)
    } finally {
      if (fresh && signal.aborted) this.#due.add(account)
    }
    this.#arrange()
  }

  #keep(account: CaipAddress, found: Holdings): void {
    const isLarge = found.balances.length > mostStored
    this.#large = isLarge ? { account, found: { ...found, timestamp: this.#deps.clock.now() } } : undefined
    if (!isLarge) this.#kept.set(this.#keyOf(account), found)
  }

  /**
   * Returns the cache key of an account's balances. The key contains the currency of the cached prices, because the host may set
   * another `currency` before the next visit.
   */
  #keyOf(account: CaipAddress): string {
    const { currency } = this.#deps.options.state
    return isInCurrency(undefined, currency) ? account : `${account} ${currency}`
  }

  /** Returns the account's balances if they were read less than 30 s ago. */
  #recent(account: CaipAddress): DatedHoldings | undefined {
    const large = this.#large?.account === account ? this.#large.found : undefined
    if (large)
      return isFresh(large.timestamp, cacheLifetimes.portfolio, this.#deps.clock.now()) ? large : undefined
    return this.#kept.get(this.#keyOf(account))
  }

  #show({ balances, source, total, more = false, timestamp }: DatedHoldings): void {
    this.#shownAt = timestamp
    // Use two patches, so that equal balances stay the same object, although `loading` changes.
    this.#host.batch(() => {
      this.#host.patch({ balances, source, total, more })
      this.#host.patch({ loading: false, stale: false, error: undefined })
    })
    const { account } = this.#host.state
    if (account) this.#deps.account.setDetails(account, { tokenBalance: balances })
  }
}
