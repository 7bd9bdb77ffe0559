import { swapLimits as limits } from '../../../core/limits.ts'
import type { CallOptions, Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { SwapDeps, SwapEvents, SwapState } from './swap.ts'

/**
 * Calls `refresh` every 10 s while a view follows the quote and the page is visible, and when the page becomes visible. `returned`
 * is true if the page has become visible.
 */
export class SwapPolling {
  readonly #deps: Pick<SwapDeps, 'clock' | 'page'>
  readonly #refresh: (returned: boolean) => void
  readonly #followers = new Set<AbortSignal>()
  #stop: Unsubscribe | undefined

  constructor(
    deps: Pick<SwapDeps, 'clock' | 'page'>,
    host: FeatureHost<SwapState, SwapEvents>,
    refresh: (returned: boolean) => void,
  ) {
    this.#deps = deps
    this.#refresh = refresh
    host.own(() => {
      this.#followers.clear()
      this.#stop?.()
    })
    host.own(
      deps.page.listen('visibilitychange', () => {
        if (this.#active) refresh(true)
        this.#arrange()
      }),
    )
  }

  /** Follows the quote until the signal aborts. */
  follow({ signal }: Required<CallOptions>): void {
    if (!signal || signal.aborted) return
    this.#followers.add(signal)
    signal.addEventListener(
      'abort',
      () => {
        this.#followers.delete(signal)
        this.#arrange()
      },
      { once: true },
    )
    this.#arrange()
  }

  get #active(): boolean {
    return this.#followers.size > 0 && this.#deps.page.visible()
  }

  #arrange(): void {
    if (!this.#active) this.#stop?.()
    this.#stop = this.#active
      ? (this.#stop ?? this.#deps.clock.every(limits.refresh, () => this.#refresh(false)))
      : undefined
  }
}
