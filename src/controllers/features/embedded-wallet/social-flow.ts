import { throwIfAborted } from '../../../core/async/abort.ts'
import { awakeClock } from '../../../core/async/awake-clock.ts'
import { withResolvers } from '../../../core/async/with-resolvers.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { social as limits } from '../../../core/limits.ts'
import type { EmbeddedLogin } from '../../../core/wallet/embedded-login.ts'
import type { SocialName, SocialProvider } from '../../../core/wallet/list/socials.ts'
import type { CallOptions, Clock, Page, PageWindow } from '../../../ports.ts'
import type { SocialState } from './embedded-wallet.ts'
import { pageWithState } from './social-return.ts'

export interface SocialFlowDeps {
  readonly page: Pick<Page, 'popup' | 'listen' | 'open' | 'traits' | 'location'>
  readonly clock: Clock
  /** The origin of the wallet's frame. The popup opens a page of this origin first. */
  readonly origin: () => string
  readonly login: () => Promise<EmbeddedLogin>
  readonly connect: (opts: CallOptions) => Promise<void>
  readonly show: (state: SocialState | undefined) => void
  /**
   * Called when the visitor closed the popup, the popup's answer came from an untrusted origin, or a Farcaster login failed. The
   * modal then goes back to the previous view.
   */
  readonly canceled: (provider: SocialName, error: unknown) => void
  /** Stores the provider before the page navigates there. The login continues when the visitor returns to the page. */
  readonly remember: (provider: SocialProvider) => void
}

/** Runs one social or Farcaster login at a time. A new login or `leave` cancels the previous login (S3.1.11). */
export class SocialFlow {
  readonly #deps: SocialFlowDeps
  #current: AbortController | undefined
  /** The latest window. `#opened` counts the windows that were opened. */
  #popup: PageWindow | undefined
  #opened = 0

  constructor(deps: SocialFlowDeps) {
    this.#deps = deps
  }

  /** Starts a login. Opens the popup at once, because browsers allow popups only within a click. */
  run(provider: SocialName, { signal }: CallOptions = {}): Promise<void> {
    return this.#attempt(provider, signal, (attempt) => {
      if (provider === 'farcaster') return this.#byPhone(attempt)
      if (this.#deps.page.traits.telegram) return this.#byPage(provider, attempt)
      return this.#byWindow(provider, attempt)
    })
  }

  /** Finishes a login after the page has returned from the provider. */
  resume(provider: SocialProvider, resultUri: string): Promise<void> {
    return this.#attempt(provider, undefined, (attempt) => this.#finish(provider, resultUri, attempt))
  }

  /** Cancels the pending login. */
  leave(): void {
    this.#current?.abort()
    this.#current = undefined
    this.#deps.show(undefined)
  }

  async #attempt(
    provider: SocialName,
    signal: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    throwIfAborted(signal)
    this.leave()
    const control = new AbortController()
    this.#current = control
    const leave = () => this.#current === control && this.leave()
    signal?.addEventListener('abort', leave, { once: true })
    this.#deps.show({ provider, phase: 'window' })
    try {
      await run(control.signal)
      if (this.#current === control) this.leave()
    } catch (error) {
      throwIfAborted(control.signal)
      this.#current = undefined
      const code = (error as { code?: unknown }).code
      const isBack =
        provider === 'farcaster' || code === 'social/popup-closed' || code === 'social/untrusted-origin'
      this.#deps.show(isBack ? undefined : { provider, phase: 'failed', error })
      if (isBack) this.#deps.canceled(provider, error)
      throw error
    } finally {
      signal?.removeEventListener('abort', leave)
      control.abort()
    }
  }

  async #byWindow(provider: SocialProvider, signal: AbortSignal): Promise<void> {
    const resultUri = await this.#resultOf(this.#open(`${this.#deps.origin()}/loading`), provider, signal)
    await this.#finish(provider, resultUri, signal)
  }

  /**
   * Navigates the popup to the provider, and resolves with the result that the popup posts to this page. Then closes the popup,
   * unless a new login uses it. A new login reuses the open window, because all logins open a window of the same name.
   */
  async #resultOf(popup: PageWindow, provider: SocialProvider, signal: AbortSignal): Promise<string> {
    const { page, clock, login, origin } = this.#deps
    const opened = this.#opened
    const { promise, resolve, reject } = withResolvers<string>()
    // Prevents an unhandled rejection if the promise rejects before it is awaited.
    promise.catch(() => {})
    let isThere = false
    const late = awakeClock(clock).after(limits.timeout, () => reject(latchkeyError('social/timed-out')))
    const left = () => reject(latchkeyError('flow/aborted', { cause: signal.reason }))
    signal.addEventListener('abort', left, { once: true })
    const watch = clock.every(limits.watchClosed, () => {
      if (popup.closed) reject(latchkeyError('social/popup-closed'))
    })
    const deaf = page.listen('message', (event) => {
      const { source, origin: from, data } = event as MessageEvent
      const resultUri = (data as { resultUri?: unknown } | null)?.resultUri
      if (!isThere || source !== popup || typeof resultUri !== 'string') return
      if (from === origin()) resolve(resultUri)
      else reject(latchkeyError('social/untrusted-origin'))
    })
    try {
      const uri = await Promise.race([redirectUri(login, provider, signal), promise])
      // Stop the time limit: the visitor may take any time at the provider.
      late()
      isThere = true
      popup.location.href = uri
      return await promise
    } finally {
      late()
      watch()
      deaf()
      signal.removeEventListener('abort', left)
      if (opened === this.#opened || popup !== this.#popup) popup.close()
    }
  }

  #open(url: string): PageWindow {
    const { page } = this.#deps
    let popup: PageWindow | null | undefined
    try {
      popup = page.popup?.(url, limits.popupName, limits.popupFeatures)
    } catch (cause) {
      throw latchkeyError('social/popup-failed', { cause })
    }
    if (popup === undefined) throw latchkeyError('social/popup-failed')
    if (popup === null) throw latchkeyError('social/popup-blocked')
    this.#popup = popup
    this.#opened++
    return popup
  }

  /** Navigates the page itself to the provider. Used in Telegram, where a popup can't post messages back. */
  async #byPage(provider: SocialProvider, signal: AbortSignal): Promise<void> {
    const { page, login, remember } = this.#deps
    const uri = await redirectUri(login, provider, signal)
    throwIfAborted(signal)
    remember(provider)
    page.open(pageWithState(uri, page.location?.href ?? ''), '_top')
    await new Promise((_, reject) => signal.addEventListener('abort', reject, { once: true }))
  }

  async #byPhone(signal: AbortSignal): Promise<void> {
    const { login: load, show } = this.#deps
    const login = await load()
    const uri = checkedLink(await login.farcasterUri({ signal }))
    throwIfAborted(signal)
    show({ provider: 'farcaster', phase: 'window', uri })
    try {
      await login.connectFarcaster({ signal })
    } catch (error) {
      // After a cancel, reload the frame. Otherwise the frame would keep waiting for the login (S1.2, "Navigation").
      if (signal.aborted) login.reload().catch(() => {})
      throw error
    }
    throwIfAborted(signal)
    show({ provider: 'farcaster', phase: 'user' })
    await this.#deps.connect({ signal })
  }

  async #finish(provider: SocialProvider, resultUri: string, signal: AbortSignal): Promise<void> {
    throwIfAborted(signal)
    this.#deps.show({ provider, phase: 'user' })
    await (await this.#deps.login()).connectSocial(provider, resultUri, { signal })
    throwIfAborted(signal)
    await this.#deps.connect({ signal })
  }
}

async function redirectUri(
  load: SocialFlowDeps['login'],
  provider: SocialProvider,
  signal: AbortSignal,
): Promise<string> {
  return checkedLink(await (await load()).socialRedirectUri(provider, { signal }))
}

/** Returns a link from the wallet, which the visitor follows. Throws for a link that could run a script or open any app. */
function checkedLink(uri: string): string {
  if (!URL.canParse(uri) || !/^https?:$/.test(new URL(uri).protocol))
    throw latchkeyError('social/no-redirect')
  return uri
}
