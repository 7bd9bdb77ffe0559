import { throwIfAborted } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { sleep } from '../../../core/async/sleep.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import { latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { onRamp as limits } from '../../../core/limits.ts'
import { isSafeLink } from '../../../core/wallet/deep-links.ts'
import type { OnRampProviderInfo } from '../../../core/wallet/onramp.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { Clock, Page, PageWindow } from '../../../ports.ts'
import type { OnRampState } from './onramp.ts'

export interface BuyAttemptDeps {
  readonly page: Pick<Page, 'popup'>
  readonly clock: Clock
  readonly show: (part: Partial<OnRampState>) => void
  /** Reads what the account has bought; absent where the provider's purchases are reported to nobody. */
  readonly purchases?:
    | ((account: CaipAddress, signal: AbortSignal) => Promise<readonly PastTransaction[]>)
    | undefined
  /** A purchase is there that was not before. */
  readonly reported: (account: CaipAddress, purchases: readonly PastTransaction[]) => void
}

/** Who buys, and from whom. */
interface Purchase {
  readonly info: OnRampProviderInfo
  readonly account: CaipAddress
  /** The provider's page may be one of this machine. */
  readonly local: boolean
  /** The address of the provider's page, as it says it. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>
}

/** One purchase: its window, its page, and the wait for what comes of it. */
export class BuyAttempt {
  readonly #deps: BuyAttemptDeps
  readonly #left = new AbortController()

  constructor(deps: BuyAttemptDeps) {
    this.#deps = deps
  }

  /** Nobody waits for it any more. */
  leave(): void {
    this.#left.abort()
  }

  /**
   * Opens the window before anything is waited for, once `check` has said what is bought. Resolves when the visitor can be at
   * the page.
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

  /** Undefined where the browser opens none. What opens in it can neither read this page nor lead it away. */
  #open(): PageWindow | undefined {
    try {
      const opened = this.#deps.page.popup?.('about:blank', limits.popupName, limits.popupFeatures)
      if (opened) opened.opener = null
      return opened ?? undefined
    } catch {
      return undefined
    }
  }

  /** What was there before; undefined where nobody says. What could not be read is told by its time. */
  #old(account: CaipAddress): Promise<(purchase: PastTransaction) => boolean> | undefined {
    const { purchases, clock } = this.#deps
    const since = clock.now()
    return purchases?.(account, this.#left.signal).then(
      (known) => {
        const ids = new Set(known.filter(({ status }) => status !== 'pending').map(({ id }) => id))
        return ({ id }) => ids.has(id)
      },
      () =>
        ({ at, status }) =>
          at < since && status !== 'pending',
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
        // One that fails is asked again.
        const found = await purchases?.(account, signal).catch(() => [])
        throwIfAborted(signal)
        if (found?.some((one) => !isOld(one))) return found
      }
    }
    reported(account, await withTimeout(clock, limits.giveUp, look, late, this.#left.signal))
  }

  #fail(error: unknown): void {
    if (!this.#left.signal.aborted) this.#deps.show({ phase: 'failed', error: toLatchkeyError(error) })
  }
}

/** The page as it may be opened: `https`, or of this machine where that is allowed. */
function openable(link: unknown, local: boolean): string | undefined {
  if (!isSafeLink(link) || !(local ? /^https?:/i : /^https:/i).test(link)) return undefined
  return new URL(link).href
}
