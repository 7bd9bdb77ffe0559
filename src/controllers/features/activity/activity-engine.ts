import { raceAbort } from '../../../core/async/abort.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import type { HistoryService } from '../../../services/data/history.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type {
  ActivityBehavior,
  ActivityDeps,
  ActivityEvents,
  ActivityParts,
  ActivityState,
  SentTransaction,
} from './activity.ts'
import { BridgedSwaps } from './bridged-swaps.ts'
import { byYear, newestFirst, withAdded } from './by-year.ts'
import { SentTransactions } from './sent-transactions.ts'
import type { BridgedSwap } from './stored-bridges.ts'

/**
 * Loading stops after this number of consecutive pages that have nothing to show, such as pages with only spam. The specification
 * has no such limit.
 */
const mostHiddenPages = 5

/**
 * Implements `ActivityController` (S1.4, "Transactions"; S3.3.10). This code loads when the activity is shown or a
 * transaction is sent. If sent transactions are stored, it loads when the client starts.
 */
export class ActivityEngine implements ActivityBehavior {
  readonly #deps: ActivityDeps
  readonly #service: HistoryService | undefined
  readonly #host: FeatureHost<ActivityState, ActivityEvents>
  readonly #sent: SentTransactions
  readonly #bridged: BridgedSwaps
  /** Aborted when another account becomes active, and when the list is cleared or loaded again. */
  #asked = new AbortController()
  #loading: Promise<void> | undefined
  /** The cursor of the page that failed to load. `loadMore` loads this page again. */
  #failed: { readonly from: string | undefined } | undefined
  #received: readonly PastTransaction[] = []
  #begun = false

  constructor(
    deps: ActivityDeps,
    { service }: ActivityParts,
    host: FeatureHost<ActivityState, ActivityEvents>,
  ) {
    this.#deps = deps
    this.#service = service
    this.#host = host
    this.#sent = new SentTransactions(deps, {
      changed: () => this.#show(),
      settled: (settled, id) => {
        this.#bridged.settled(settled, id)
        this.#settled(settled)
      },
    })
    this.#bridged = new BridgedSwaps(deps, () => this.#show())
    host.own(() => {
      this.#sent.dispose()
      this.#bridged.dispose()
      this.#asked.abort()
    })
    host.own(deps.account.subscribe(() => this.#followAccount()))
    host.own(deps.network.subscribe(() => this.#followAccount()))
    this.#followAccount()
    // Another tab may have sent transactions before this code loaded.
    this.#sent.resume()
  }

  load({ signal }: CallOptions = {}): Promise<void> {
    const account = this.#account()
    this.#forget()
    this.#begun = true
    this.#sent.look(account)
    this.#bridged.look(account)
    return this.#once(() => this.#page(account, undefined), signal)
  }

  async loadMore({ signal }: CallOptions = {}): Promise<void> {
    const account = this.#account()
    if (this.#loading) return raceAbort(this.#loading, signal)
    const from = this.#failed ? this.#failed.from : this.#host.state.next
    if (from !== undefined) this.#host.emit('moreAsked', { account, cursor: from })
    else if (!this.#failed) return
    await this.#once(() => this.#page(account, from), signal)
  }

  reset(): void {
    this.#forget()
    this.#received = []
    this.#begun = false
    this.#host.batch(() => {
      this.#host.patch({ loading: false, next: undefined, error: undefined })
      this.#show()
    })
  }

  async sent(transaction?: SentTransaction): Promise<void> {
    if (transaction) await this.#sent.add(transaction)
    else this.#sent.resume()
  }

  bridged(swap: BridgedSwap, state: 'followed' | 'left' | 'gone'): Promise<void> {
    return this.#bridged.put(swap, state)
  }

  #settled(settled: ActivityEvents['settled']): void {
    this.#host.emit('settled', settled)
    if (this.#begun && settled.account === this.#host.state.account) void this.#again(settled.account)
  }

  #account(): CaipAddress {
    const { account } = this.#host.state
    if (account) return account
    throw latchkeyError('validation/account-required')
  }

  #followAccount(): void {
    const { caipAddress: account } = this.#deps.account.active
    if (account === this.#host.state.account) return
    this.#host.batch(() => {
      this.#host.patch({ account })
      this.reset()
      this.#host.patch({ empty: false, off: this.#deps.off })
    })
  }

  #once(run: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    const loading = run().finally(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
    this.#loading = loading
    return raceAbort(loading, signal)
  }

  /** Cancels pending requests, because their answers would be out of date. */
  #forget(): void {
    this.#asked.abort()
    this.#asked = new AbortController()
    this.#loading = this.#failed = undefined
  }

  /** Loads one page. If it contains nothing to show, loads the next page too, up to `mostHiddenPages` pages. */
  async #page(account: CaipAddress, from: string | undefined): Promise<void> {
    const { signal } = this.#asked
    if (!this.#service) return this.#show()
    this.#failed = undefined
    this.#host.patch({ loading: true, error: undefined, next: from ?? this.#host.state.next })
    try {
      let received: readonly PastTransaction[] = []
      let found: readonly PastTransaction[] = []
      let cursor = from
      let off = false
      for (let turn = 0; turn < mostHiddenPages; turn++) {
        const page = await this.#service.transactions(account, cursor, { signal })
        if (signal.aborted) return
        off = page === undefined
        found = [...found, ...(page?.transactions ?? [])]
        // Read the list after the wait, because a payment that has settled meanwhile may have been added.
        const known = from === undefined ? [] : this.#received
        received = withAdded(known, found)
        // Stop if the data service or the provider repeats its cursor, because the same page would load again and again.
        cursor = page?.next === cursor ? undefined : page?.next
        if (cursor === undefined || received.length > known.length) break
      }
      this.#receive(account, received)
      this.#host.batch(() => {
        this.#host.patch({ loading: false, next: cursor, off })
        this.#show()
      })
    } catch (cause) {
      if (signal.aborted) return
      this.#deps.log.debug('Loading the activity failed', cause)
      const error = latchkeyError('data/history-failed', { cause })
      this.#failed = { from }
      this.#host.patch({ loading: false, empty: true, next: undefined, error })
      this.#host.emit('failed', { account, cursor: from, error })
      this.#deps.snackbar.showError(error)
    }
  }

  /** Checks whether the service now lists a transaction that has settled. Keeps the loaded pages. */
  async #again(account: CaipAddress): Promise<void> {
    const { signal } = this.#asked
    try {
      // A pending load replaces the list. It may have been requested before the transaction settled.
      await this.#loading
      if (signal.aborted) return
      const page = await this.#service?.transactions(account, undefined, { signal })
      if (!page || signal.aborted) return
      this.#receive(account, withAdded(this.#received, page.transactions))
      this.#show()
    } catch (error) {
      if (!signal.aborted) this.#deps.log.debug('Refreshing the activity failed', error)
    }
  }

  #receive(account: CaipAddress, received: readonly PastTransaction[]): void {
    this.#received = received
    const settled = received.filter(({ status }) => status !== 'pending' && status !== 'unknown')
    this.#sent.forget(account, new Map(settled.map(({ hash, status }) => [hash.toLowerCase(), status])))
  }

  #show(): void {
    const { account } = this.#host.state
    const all = account ? this.#sent.of(account) : []
    const pending = new Set(
      all.flatMap(({ hash, status }) => (status === 'pending' ? hash.toLowerCase() : [])),
    )
    // Until a node has confirmed that a transaction failed, show it as pending.
    const received = this.#received.filter(
      ({ hash, status }) => status !== 'failed' || !pending.has(hash.toLowerCase()),
    )
    const known = new Set(received.map(({ hash }) => hash.toLowerCase()))
    const sent = all.filter(({ hash }) => !known.has(hash.toLowerCase()))
    for (const { hash } of sent) known.add(hash.toLowerCase())
    const own = account ? [...sent, ...this.#bridged.transactions(account, known)] : []
    const transactions = newestFirst([...received, ...own]).map((one) => this.#bridged.with(one))
    const empty = (this.#begun || own.length > 0) && transactions.length === 0
    this.#host.patch({ transactions, byYear: byYear(transactions), empty })
  }
}
