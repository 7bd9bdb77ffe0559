import { throwIfAborted } from '../../../core/async/abort.ts'
import { sleep } from '../../../core/async/sleep.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import { isLastingRefusal } from '../../../core/errors/is-retryable.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { onRamp as limits } from '../../../core/limits.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { byYear, newestFirst } from '../activity/by-year.ts'
import type { OnRampDeps, OnRampEvents, OnRampParts, OnRampState } from './onramp.ts'
import type { OnRampOrders } from './onramp-orders.ts'

export class OnRampPurchases {
  readonly #deps: OnRampDeps
  readonly #parts: OnRampParts
  readonly #host: FeatureHost<OnRampState, OnRampEvents>
  readonly #orders: OnRampOrders

  constructor(
    deps: OnRampDeps,
    parts: OnRampParts,
    host: FeatureHost<OnRampState, OnRampEvents>,
    orders: OnRampOrders,
  ) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
    this.#orders = orders
  }

  async read(account: CaipAddress, signal?: AbortSignal): Promise<readonly PastTransaction[]> {
    return newestFirst((await this.#parts.service?.purchases(account, { signal })) ?? [])
  }

  show(purchases: readonly PastTransaction[]): void {
    this.#host.patch({
      purchases,
      purchasesByYear: byYear(purchases),
      purchasesLoading: false,
      purchasesError: undefined,
    })
  }

  async load({ signal }: CallOptions): Promise<void> {
    const { account } = this.#orders
    this.#host.patch({ purchasesLoading: true, purchasesError: undefined })
    try {
      const purchases = await this.read(account, signal)
      throwIfAborted(signal)
      if (this.#orders.isActive(account)) this.show(purchases)
    } catch (cause) {
      const aborted = signal?.aborted ?? false
      if (!aborted) this.#deps.log.debug('Loading the purchases failed', cause)
      const purchasesError = aborted ? undefined : latchkeyError('data/history-failed', { cause })
      if (this.#orders.isActive(account)) this.#host.patch({ purchasesLoading: false, purchasesError })
    }
  }

  async follow({ signal }: Required<CallOptions>): Promise<void> {
    let failures = 0
    for (;;) {
      await this.load({ signal })
      const { purchases, purchasesError } = this.#host.state
      const waits = purchasesError || purchases.some(({ status }) => status === 'pending')
      if (!waits || signal.aborted || isLastingRefusal(purchasesError?.cause)) return
      failures = purchasesError ? failures + 1 : 0
      const pause = limits.refetch * 2 ** Math.max(0, failures - 1)
      await sleep(this.#deps.clock, Math.min(pause, limits.refetchAtMost), signal).catch(() => {})
      if (signal.aborted) return
    }
  }
}
