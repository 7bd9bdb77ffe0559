import { raceAbort } from '../../core/async/abort.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import {
  type DeepLink,
  inAppBrowserLink,
  isSafeLink,
  linkTargetIn,
  linkTo,
} from '../../core/wallet/links/deep-links.ts'
import type { WalletLinks } from '../../core/wallet/links/link-schemes.ts'
import { reusesPairing } from '../../core/wallet/links/pairing.ts'
import { isPairingExpired, pairingExpiry } from '../../core/wallet/links/pairing-expiry.ts'
import { pairingUriProblem } from '../../core/wallet/links/pairing-uri.ts'
import type { LinkTarget } from '../../ports.ts'
import type { FeatureHost } from '../base/feature-controller.ts'
import type {
  OpenLink,
  PairingDeps,
  PairingEvents,
  PairingLink,
  PairingState,
  PairingWallet,
} from './pairing.ts'

/** The key that the WalletConnect library reads (S3.4.3). */
const deepLinkKey = 'WALLETCONNECT_DEEPLINK_CHOICE'

const blank = { uri: undefined, expiresAt: undefined } as const

interface Run {
  readonly control: AbortController
  readonly done: Promise<void>
  callers: number
  /** Whether it may continue without callers, where its URI can be reused. */
  kept: boolean
}

/** Implements `PairingController`; loaded on first use. */
export class PairingEngine {
  readonly #deps: PairingDeps
  readonly #host: FeatureHost<PairingState, PairingEvents>
  #run: Run | undefined
  #chosen: PairingWallet | undefined

  constructor(deps: PairingDeps, host: FeatureHost<PairingState, PairingEvents>) {
    this.#deps = deps
    this.#host = host
    host.own(() => this.#run?.control.abort())
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

  async pairEarly(): Promise<void> {
    if (!this.#usable) await this.#running().done
  }

  setUri(uri: string): void {
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
      listed: options.state.customWallets,
      telegramSocial: this.#telegramSocial,
    })
  }

  linkForAny(): OpenLink | undefined {
    const { uri } = this.#host.state
    return uri === undefined || !this.#usable ? undefined : { open: uri, target: this.#inPlace }
  }

  inAppLink({ id }: Pick<PairingWallet, 'id'>): OpenLink | undefined {
    const { page, connector, network } = this.#deps
    // Desktops have no in-app browsers; there, wallets are extensions or connect by QR code.
    if (!page.traits.mobile) return undefined
    const shown = connector.state.filterByNamespace ?? network.state.activeNamespace
    const open = inAppBrowserLink(id, shown, page)
    return open === undefined ? undefined : { open, target: this.#inPlace }
  }

  openWallet(wallet: PairingWallet): boolean {
    const { page } = this.#deps
    if (!page.traits.mobile) return false
    const inApp = this.inAppLink(wallet)
    const link = inApp ? undefined : this.linkFor(wallet, 'mobile')
    const { open, target } = inApp ?? link ?? {}
    if (!open || !target) return false
    if (link) this.choose(wallet, link)
    try {
      page.open(open, target)
      return true
    } catch (error) {
      this.#host.emit('linkFailed', { wallet, error })
      return false
    }
  }

  choose(wallet: PairingWallet | undefined, link?: Pick<DeepLink, 'href'>): void {
    this.#chosen = wallet
    this.#host.patch({ linking: link && { name: wallet?.name ?? '', href: link.href } })
  }

  leave(): void {
    const run = this.#run
    if (run) {
      run.kept = false
      this.#abandon(run)
    } else this.#host.patch({ ...blank, error: undefined })
  }

  reset(): void {
    const { persistence, storage } = this.#deps
    const run = this.#run
    this.#run = undefined
    this.#chosen = undefined
    run?.control.abort()
    this.#host.patch({ ...blank, linking: undefined, status: 'disconnected', error: undefined })
    persistence.remove('deeplinkChoice')
    this.#host.attempt(() => storage.remove(deepLinkKey))
  }

  /** A wallet has settled a session: store the wallet and its link for the next visit. */
  finish(): void {
    const { connector, persistence, storage } = this.#deps
    const { linking } = this.#host.state
    const chosen = this.#chosen
    // Later requests reopen the wallet with this link.
    if (linking && isSafeLink(linking.href, this.#deps.options.state.customWallets)) {
      persistence.set('deeplinkChoice', linking)
      this.#host.attempt(() => storage.set(deepLinkKey, JSON.stringify(linking)))
    }
    if (chosen) persistence.addRecentWallet(chosen)
    this.#chosen = undefined
    const recentWallets = (persistence.get('recentWallets') ?? []) as readonly PairingWallet[]
    this.#host.patch({ ...blank, status: 'connected', linking: undefined, error: undefined, recentWallets })
    connector.setRecent(recentWallets.length > 0)
    this.#host.emit('finished', { method: linking ? 'mobile' : 'qrcode', name: chosen?.name })
  }

  /** The target window for links that replace the page. */
  get #inPlace(): LinkTarget {
    const { traits } = this.#deps.page
    return linkTargetIn(traits, traits.framed ? '_top' : '_self', this.#telegramSocial)
  }

  get #telegramSocial(): boolean {
    return this.#deps.persistence.get('telegramSocialProvider') !== undefined
  }

  /** Whether the URI is still valid long enough for a visitor to use it. */
  get #usable(): boolean {
    const { uri, expiresAt } = this.#host.state
    return uri !== undefined && !isPairingExpired(expiresAt, this.#deps.clock.now())
  }

  #running(): Run {
    if (this.#run) return this.#run
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
    // Wait a tick, so that `#run` is set before anything settles.
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

  /** Cancels a run that no caller waits for any more, unless its URI may be reused until it expires. */
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
