import { throwIfAborted } from '../../../core/async/abort.ts'
import { awakeClock } from '../../../core/async/awake-clock.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { sleep } from '../../../core/async/sleep.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import { isLastingRefusal } from '../../../core/errors/is-retryable.ts'
import { latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { onRamp as limits } from '../../../core/limits.ts'
import { isSafeLink } from '../../../core/wallet/links/deep-links.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { OnRampProviderInfo } from '../../../core/wallet/payments/onramp.ts'
import type { Clock, Page, PageWindow } from '../../../ports.ts'
import type { OnRampState } from './onramp.ts'

export interface BuyAttemptDeps {
  readonly page: Pick<Page, 'popup'>
  readonly clock: Clock
  readonly show: (part: Partial<OnRampState>) => void
  /** Reads the account's purchases. Undefined if the provider doesn't report purchases. */
  readonly purchases?:
    | ((account: CaipAddress, signal: AbortSignal) => Promise<readonly PastTransaction[]>)
    | undefined
  readonly reported: (account: CaipAddress, purchases: readonly PastTransaction[]) => void
}

/** The account that buys, and the provider. */
interface Purchase {
  readonly info: OnRampProviderInfo
  readonly account: CaipAddress
  /** Whether the provider's page may use http, because the page or the provider is on localhost. */
  readonly local: boolean
  readonly ask: (signal: AbortSignal) => Promise<unknown>
}

/** One purchase. Opens the provider's window, loads the provider's page there, and waits for the outcome. */
export class BuyAttempt {
  readonly #deps: BuyAttemptDeps
  readonly #left = new AbortController()

  constructor(deps: BuyAttemptDeps) {
    this.#deps = deps
  }

  /** Stops waiting for the purchase. */
  leave(): void {
    this.#left.abort()
  }

  /**
   * Calls `check` and opens the window at once, before any request, because browsers block popups that open later. Resolves when
   * the URL of the provider's page is known.
   */
  async run(check: () => Purchase): Promise<{ readonly url: string }> {
    const { clock, show } = this.#deps
    const { signal } = this.#left
    let popup: PageWindow | undefined
    try {
      const { info, account, local, ask } = check()
      popup = this.#open()
      show({ phase: 'opening', url: undefined, blocked: !popup, error: undefined })
      const isOld = this.#old(account)
      const { label: provider } = info
      const late = () => latchkeyError('http/timeout', { values: { host: provider, ms: limits.link } })
      const url = openable(await withTimeout(clock, limits.link, ask, late, signal), local)
      if (url === undefined) throw latchkeyError('onramp/invalid-link', { values: { provider } })
      if (popup) popup.location.href = url
      show({ phase: 'waiting', url })
      if (isOld) this.#wait(provider, account, isOld).catch((error: unknown) => this.#fail(error))
      return { url }
    } catch (error) {
      popup?.close()
      throwIfAborted(signal)
      this.#fail(error)
      throw error
    }
  }

  /**
   * Opens the window. Returns undefined if the browser blocks it. The window gets no `opener`, so the provider's page can
   * neither read nor navigate this page.
   */
  #open(): PageWindow | undefined {
    try {
      const opened = this.#deps.page.popup?.('about:blank', limits.popupName, limits.popupFeatures)
      if (opened) opened.opener = null
      return opened ?? undefined
    } catch {
      return undefined
    }
  }

  /**
   * Returns a function that tells whether a reported purchase had settled before this attempt began. If the earlier purchases
   * can't be read, that function compares the purchase's time with the start of this attempt. Returns undefined if the provider
   * doesn't report purchases.
   */
  #old(account: CaipAddress): Promise<(purchase: PastTransaction) => boolean> | undefined {
    const { purchases, clock } = this.#deps
    const since = clock.now()
    return purchases?.(account, this.#left.signal).then(
      (known) => {
        const ids = new Set(known.filter(isSettled).map(({ id }) => id))
        return ({ id }) => ids.has(id)
      },
      () => (purchase) => purchase.at < since && isSettled(purchase),
    )
  }

  async #wait(
    provider: string,
    account: CaipAddress,
    old: Promise<(purchase: PastTransaction) => boolean>,
  ): Promise<void> {
    const { clock, reported, purchases } = this.#deps
    const late = () =>
      latchkeyError('onramp/timed-out', { values: { provider, seconds: limits.giveUp / 1000 } })
    const look = async (signal: AbortSignal) => {
      const isOld = await old
      for (;;) {
        await sleep(clock, limits.poll, signal)
        // If the request fails, try again later. If the service refuses it, only wait, because the visitor may still be buying.
        const found = await purchases?.(account, signal).catch((error: unknown) =>
          isLastingRefusal(error) ? sleep(clock, limits.giveUp, signal).then(() => []) : [],
        )
        throwIfAborted(signal)
        if (found?.some((one) => !isOld(one))) return found
      }
    }
    reported(account, await withTimeout(awakeClock(clock), limits.giveUp, look, late, this.#left.signal))
  }

  #fail(error: unknown): void {
    if (!this.#left.signal.aborted) this.#deps.show({ phase: 'failed', error: toLatchkeyError(error) })
  }
}

/** Returns the URL if it may be opened. `https` URLs may be opened. `http` URLs may be opened only if `local` is true. */
function openable(link: unknown, local: boolean): string | undefined {
  if (!isSafeLink(link) || !(local ? /^https?:/i : /^https:/i).test(link)) return undefined
  return new URL(link).href
}

function isSettled({ status }: PastTransaction): boolean {
  return status !== 'pending' && status !== 'unknown'
}
