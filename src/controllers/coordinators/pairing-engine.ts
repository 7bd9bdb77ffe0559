import { raceAbort } from '../../core/async/abort.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorEvents } from '../../core/wallet/connector.ts'
import {
  type DeepLink,
  inAppBrowserLink,
  isSafeLink,
  linkTarget,
  linkTo,
  requestLinkTo,
} from '../../core/wallet/links/deep-links.ts'
import type { WalletLinks } from '../../core/wallet/links/link-schemes.ts'
import { pairsEarly, reusesPairing } from '../../core/wallet/links/pairing.ts'
import { isPairingExpired, pairingExpiry } from '../../core/wallet/links/pairing-expiry.ts'
import { pairingUriProblem } from '../../core/wallet/links/pairing-uri.ts'
import { type ConnectedWallet, isSameWallet } from '../../core/wallet/links/same-wallet.ts'
import { outerBrowserLink, webViewOf } from '../../core/wallet/links/web-view.ts'
import type { FeatureHost } from '../base/feature-controller.ts'
import type {
  BrowserLink,
  OpenLink,
  PairingDeps,
  PairingEvents,
  PairingLink,
  PairingState,
  PairingWallet,
} from './pairing.ts'

/** The storage key that WalletConnect libraries read (S3.4.3). */
const deepLinkKey = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** Two taps on the same link within this time, in ms, count as one tap. */
const sameTap = 500

const blank = { uri: undefined, expiresAt: undefined } as const

interface Run {
  readonly control: AbortController
  readonly done: Promise<void>
  callers: number
  /** Whether the pairing may continue while no call of `pair` waits for it. False after the modal has closed. */
  kept: boolean
}

/** Implements `PairingController`. Loads at the first use. */
export class PairingEngine {
  readonly #deps: PairingDeps
  readonly #host: FeatureHost<PairingState, PairingEvents>
  #run: Run | undefined
  #chosen: PairingWallet | undefined
  /** Whether the visitor opened a link on this device for this pairing. */
  #tapped = false
  /** The ids of the requests that were already reported. Cleared when no request is pending. */
  readonly #asked = new Set<number>()
  #lastOpened: { readonly url: string; readonly at: number } | undefined
  /** Whether another tab stored the link to its wallet later than this tab. */
  #isForeignLink = false
  /** Whether WalletConnect has a session. */
  #isOpen = false

  constructor(deps: PairingDeps, host: FeatureHost<PairingState, PairingEvents>) {
    this.#deps = deps
    this.#host = host
    host.own(() => this.#run?.control.abort())
    const changed = (key: string | undefined) => {
      if (key === 'deeplinkChoice') this.#isForeignLink = true
    }
    host.own(deps.persistence.onExternalChange(changed))
  }

  async pair(signal: AbortSignal | undefined): Promise<void> {
    const run = this.#running()
    run.callers++
    try {
      await raceAbort(run.done, signal)
    } finally {
      if (--run.callers === 0) this.#abandon(run)
    }
  }

  async present(signal: AbortSignal | undefined): Promise<void> {
    const shown = this.#usable && this.#host.state.status !== 'connecting'
    if (!shown && !this.#deps.options.state.manualWCControl) await this.pair(signal)
  }

  /** `isOpen` returns whether the modal has stayed open since the call. */
  async pairEarly(isOpen: () => boolean): Promise<void> {
    const { account, connector, log, options, page, session } = this.#deps
    if (!connector.walletConnect || options.state.manualWCControl) return
    // The modal is open again, so keep the pending pairing again.
    const pending = this.#pending
    if (pending) {
      pending.kept = true
      return
    }
    // Wait for a canceled pairing to end. Otherwise it would count as an attempt below.
    await this.#run?.done.catch(() => {})
    // The visitor may have started to connect in another way while the code was loading. This pairing must not replace that
    // attempt.
    await session.prepare()
    if (!isOpen()) return
    if (Object.values(account.state).some(({ status }) => status === 'connecting')) return
    const { userAgent } = (page.global('navigator') ?? {}) as { readonly userAgent?: string }
    const webView = webViewOf(page) !== undefined
    const mac = userAgent?.includes('Macintosh') ?? false
    if (!pairsEarly(page.traits, { webView, mac }) || this.#usable) return
    await this.#running().done.catch((error) => log.debug('Preparing a pairing failed', error))
  }

  setUri(given: string): void {
    const uri = given.trim()
    const now = this.#deps.clock.now()
    const problem = pairingUriProblem(uri, now)
    if (problem)
      throw latchkeyError('validation/invalid-input', { values: { field: 'uri', reason: problem } })
    this.#host.patch({ uri, expiresAt: pairingExpiry(uri, now), error: undefined })
  }

  linkFor(wallet: WalletLinks, platform: 'mobile' | 'desktop' | 'web'): PairingLink | undefined {
    const { options, page } = this.#deps
    const { uri } = this.#host.state
    if (uri === undefined || !this.#usable) return undefined
    return linkTo(wallet, platform, uri, {
      traits: page.traits,
      preferUniversal: options.state.experimental_preferUniversalLinks,
      universalFirst: webViewOf(page)?.blocksApps,
      listed: options.state.customWallets,
      telegramSocial: this.#telegramSocial,
    })
  }

  linkForAny(): OpenLink | undefined {
    const { uri } = this.#host.state
    return uri === undefined || !this.#usable ? undefined : this.#linkTo(uri)
  }

  inAppLink({ id }: Pick<PairingWallet, 'id'>): OpenLink | undefined {
    const { page, connector, network } = this.#deps
    // Desktops have no in-app browsers.
    if (!page.traits.mobile) return undefined
    const shown = connector.state.filterByNamespace ?? network.state.activeNamespace
    const open = inAppBrowserLink(id, shown, page)
    return open === undefined ? undefined : this.#linkTo(open)
  }

  browserLink(): BrowserLink | undefined {
    const { page } = this.#deps
    const webView = webViewOf(page)
    const open = webView && outerBrowserLink(page)
    return webView && open ? { open, target: '_self', needed: webView.blocksApps } : undefined
  }

  openWallet(wallet: PairingWallet, late = false): boolean {
    const { page } = this.#deps
    if (late && !this.#tapCounts) return false
    this.#record(undefined)
    if (!page.traits.mobile) return false
    const inApp = this.inAppLink(wallet)
    if (inApp) return this.#open(inApp)
    const link = this.linkFor(wallet, 'mobile')
    // A web view that blocks apps may show an error page for a link with an app's own scheme.
    if (!link || (!/^https?:/.test(link.open) && webViewOf(page)?.blocksApps)) return false
    return this.#open(link, wallet)
  }

  follow(link: OpenLink & Partial<DeepLink>, wallet?: PairingWallet): boolean {
    this.#count(link, wallet)
    return this.#isNewTap(link)
  }

  /** Records that the visitor opened a link. */
  #count({ open, href }: OpenLink & Partial<DeepLink>, wallet?: PairingWallet): void {
    if (wallet && href !== undefined) this.#record(wallet, { href })
    // Count only taps that open a wallet for the pairing. If there is no URI, the tap opens the wallet for a request. A tap on
    // the browser link opens this page in another browser.
    if (this.#host.state.uri !== undefined && open !== this.browserLink()?.open) this.#tapped = true
  }

  /** Returns false if the same link was opened less than half a second ago. */
  #isNewTap({ open }: OpenLink): boolean {
    const last = this.#lastOpened
    const at = this.#deps.clock.now()
    if (last?.url === open && at >= last.at && at - last.at < sameTap) return false
    this.#lastOpened = { url: open, at }
    return true
  }

  /** Opens a link. Returns false if the browser refuses. */
  #open(link: OpenLink & Partial<DeepLink>, wallet?: PairingWallet): boolean {
    try {
      if (this.#isNewTap(link)) this.#deps.page.open(link.open, link.target)
    } catch (error) {
      this.#lastOpened = undefined
      if (wallet) this.#host.emit('linkFailed', { wallet, error })
      return false
    }
    this.#count(link, wallet)
    return true
  }

  choose(wallet: PairingWallet | undefined, link?: Pick<DeepLink, 'href'>): void {
    if (!wallet) this.#lastOpened = undefined
    this.#record(wallet, link)
  }

  #record(wallet: PairingWallet | undefined, link?: Pick<DeepLink, 'href'>): void {
    this.#chosen = wallet
    this.#tapped = link !== undefined
    this.#host.patch({ linking: link && { name: wallet?.name ?? '', href: link.href } })
  }

  requested(sent: ConnectorEvents['requestSent']): void {
    const wallet = this.#deps.connector.walletConnect?.wallet
    const choice = sent && wallet && this.#choice(wallet)
    if (!choice) {
      this.#asked.clear()
      this.#host.patch({ requestLink: undefined })
      return
    }
    const { name, href, opens } = choice
    const isNew = !this.#asked.has(sent.id)
    this.#asked.add(sent.id)
    const requestLink = { name, ...this.#linkTo(requestLinkTo(href, sent)) }
    this.#host.patch({ requestLink })
    // Open the link only for new requests. When a request is answered, an earlier request that is still pending is reported
    // again.
    if (opens && isNew && this.#tapCounts) this.#open(requestLink)
  }

  leave(): void {
    const run = this.#run
    this.choose(undefined)
    // Keep the pairing if a wallet has just connected, because connecting closes the modal too.
    if (run && this.#host.state.status === 'connected') return
    if (run) {
      run.kept = false
      this.#abandon(run)
    } else this.#host.patch({ ...blank, error: undefined })
  }

  reset(): void {
    const run = this.#run
    this.#run = undefined
    this.choose(undefined)
    run?.control.abort()
    this.#host.patch({ ...blank, status: 'disconnected', error: undefined, requestLink: undefined })
    this.#forgetLink()
  }

  /** Call this when WalletConnect has a new or restored session. */
  established(restored: boolean | undefined): void {
    this.#isOpen = true
    if (!restored) this.finish()
    // The session may have ended while this code was loading.
    this.ended()
  }

  /**
   * Call this when a session has ended. Does nothing until the last family of WalletConnect's session disconnects (S3.5.2). A
   * pending pairing continues, and stores its own link later.
   */
  ended(): void {
    const { connections, connector } = this.#deps
    const id = connector.walletConnect?.id
    const left = connections.connectedNamespaces.some((one) => (connector.activeOf(one)?.id ?? '') === id)
    if (left || !this.#isOpen) return
    this.#isOpen = false
    if (this.#host.state.status === 'connected') this.reset()
    else {
      this.#host.patch({ requestLink: undefined })
      this.#forgetLink()
    }
  }

  #forgetLink(): void {
    const { persistence, storage } = this.#deps
    if (this.#isForeignLink) return
    persistence.remove('deeplinkChoice')
    this.#host.attempt(() => storage.remove(deepLinkKey))
  }

  /** Stores the wallet that connected, and the link to it, for the next visit. */
  finish(): void {
    const { connector, persistence, storage } = this.#deps
    const { linking } = this.#host.state
    const wallet = connector.walletConnect?.wallet
    const known = wallet && this.#known(wallet)
    const link = wallet && this.#tapped ? this.#linkInto(wallet, known) : undefined
    // Remove the old link first, because browsers tell other tabs about a write only if it changes the value.
    persistence.remove('deeplinkChoice')
    this.#isForeignLink = false
    // Later requests open the wallet with this link.
    if (link) {
      persistence.set('deeplinkChoice', link)
      this.#host.attempt(() => storage.set(deepLinkKey, JSON.stringify(link)))
    } else this.#host.attempt(() => storage.remove(deepLinkKey))
    if (known) persistence.set('recentWallets', [known, ...(persistence.get('recentWallets') ?? [])])
    const method = this.#tapped ? 'mobile' : 'qrcode'
    this.choose(undefined)
    const recentWallets = (persistence.get('recentWallets') ?? []) as readonly PairingWallet[]
    this.#host.patch({ ...blank, status: 'connected', error: undefined, recentWallets })
    connector.setRecent(recentWallets.length > 0)
    this.#host.emit('finished', { method, name: known?.name ?? wallet?.name ?? linking?.name })
  }

  /** Returns the connected wallet if the visitor chose it or the catalogue lists it. */
  #known(connected: ConnectedWallet): PairingWallet | undefined {
    const chosen = this.#chosen
    if (chosen && isSameWallet(chosen, connected)) return chosen
    const listed = this.#deps.catalogue.state.wallets.find((one) => isSameWallet(one, connected))
    return listed && { ...listed }
  }

  /** Returns a link to the connected wallet's app: the link that the visitor opened, or the wallet's own link. */
  #linkInto(
    wallet: ConnectedWallet,
    known?: PairingWallet,
  ): { readonly name: string; readonly href: string } | undefined {
    const { linking } = this.#host.state
    if (linking && known && known === this.#chosen && this.#isSafe(linking.href)) return linking
    const { native, universal } = wallet.redirect ?? {}
    const { telegram, android } = this.#deps.page.traits
    const ways = telegram && android ? [universal, native] : [native, universal]
    const href = ways.find((one) => this.#isSafe(one))
    return href === undefined ? undefined : { name: wallet.name, href: requestLinkTo(href) }
  }

  /**
   * Returns the link for requests, and whether to open it without a tap. Latchkey doesn't open the link without a tap if the
   * wallet asks pages not to, or may be on another device.
   */
  #choice(
    wallet: ConnectedWallet,
  ): { readonly name: string; readonly href: string; readonly opens: boolean } | undefined {
    const { page, persistence } = this.#deps
    const stored = persistence.get('deeplinkChoice')
    if (stored && this.#isSafe(stored.href)) return { ...stored, opens: !wallet.staysClosed }
    const own = page.traits.mobile ? this.#linkInto(wallet) : undefined
    return own && { ...own, opens: false }
  }

  /**
   * Returns whether a link can be opened safely. A link without a scheme isn't safe, because browsers resolve it as a page of
   * this site.
   */
  #isSafe(link: string | undefined): link is string {
    const { customWallets } = this.#deps.options.state
    return isSafeLink(link, customWallets) && /^[a-z][a-z0-9+.-]*:/i.test(link)
  }

  #linkTo(open: string): OpenLink {
    return { open, target: linkTarget(open, this.#deps.page.traits, this.#telegramSocial) }
  }

  /**
   * Whether the browser still accepts the visitor's last tap as the reason to open an app. False in browsers that don't report
   * this.
   */
  get #tapCounts(): boolean {
    const { userActivation } = (this.#deps.page.global('navigator') ?? {}) as {
      readonly userActivation?: { readonly isActive: boolean }
    }
    return userActivation?.isActive === true
  }

  get #telegramSocial(): boolean {
    return this.#deps.persistence.get('telegramSocialProvider') !== undefined
  }

  /** Whether the URI stays valid long enough for a visitor to use it. */
  get #usable(): boolean {
    const { uri, expiresAt } = this.#host.state
    return uri !== undefined && !isPairingExpired(expiresAt, this.#deps.clock.now())
  }

  /** The pending pairing, unless it was canceled. */
  get #pending(): Run | undefined {
    return this.#run?.control.signal.aborted ? undefined : this.#run
  }

  #running(): Run {
    const pending = this.#pending
    if (pending) {
      pending.kept = true
      return pending
    }
    const control = new AbortController()
    const run: Run = { control, callers: 0, kept: true, done: this.#begin(control.signal) }
    run.done.catch(() => {})
    this.#run = run
    return run
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const { connector, session } = this.#deps
    const current = () => this.#run?.control.signal === signal
    this.#host.patch({ ...blank, status: 'connecting', error: undefined })
    // Wait until `#run` is set.
    await Promise.resolve()
    try {
      const { walletConnect } = connector
      if (!walletConnect) throw latchkeyError('connection/walletconnect-not-found')
      await session.connect({ connectorId: walletConnect.id }, { signal })
      if (!current()) throw latchkeyError('flow/aborted')
      this.#run = undefined
    } catch (error) {
      if (current()) {
        this.#run = undefined
        const failure = signal.aborted ? undefined : error
        this.#host.patch({ ...blank, status: 'disconnected', error: failure })
      }
      throw error
    }
  }

  /** Cancels a pairing that no call of `pair` waits for. If the URI can be reused, keeps the pairing until the URI expires. */
  #abandon(run: Run): void {
    if (this.#run !== run || run.callers > 0) return
    const { page, clock } = this.#deps
    const { expiresAt } = this.#host.state
    if (!run.kept || !reusesPairing(page.traits) || !this.#usable || expiresAt === undefined) {
      run.control.abort()
      return
    }
    this.#host.after(clock, Math.max(0, expiresAt - clock.now()), () => {
      if (run.callers === 0) run.control.abort()
    })
  }
}
