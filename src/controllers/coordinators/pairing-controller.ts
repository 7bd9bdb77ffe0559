import type { WalletLinks } from '../../core/wallet/links/link-schemes.ts'
import type { CallOptions } from '../../ports.ts'
import { FeatureController } from '../base/feature-controller.ts'
import type {
  BrowserLink,
  OpenLink,
  PairingDeps,
  PairingEvents,
  PairingLink,
  PairingState,
  PairingWallet,
} from './pairing.ts'
import type { PairingEngine } from './pairing-engine.ts'

/**
 * Runs one WalletConnect pairing at a time. The state has the shown URI and its expiry, the wallet link that the visitor opened,
 * and the recent wallets (S1.3, S1.9, S3.3.3, S3.4.3, S3.4.4).
 */
export class PairingController extends FeatureController<PairingState, PairingEvents, PairingEngine> {
  readonly #deps: PairingDeps

  constructor(deps: PairingDeps) {
    super(
      {
        status: 'disconnected',
        error: undefined,
        recentWallets: [],
      },
      deps,
      async (host) => {
        const { PairingEngine } = await import('./pairing-engine.ts')
        return new PairingEngine(deps, host)
      },
    )
    this.#deps = deps
  }

  start(): void {
    const { connector, persistence, session } = this.#deps
    const recentWallets = (persistence.get('recentWallets') ?? []) as readonly PairingWallet[]
    this.patch({ recentWallets })
    connector.setRecent(recentWallets.length > 0)

    // Listen from the start, because the host may connect before a view is opened.
    let heard: unknown
    const listen = () => {
      const { walletConnect } = connector
      if (!walletConnect || heard === walletConnect) return
      heard = walletConnect
      this.own(walletConnect.on('displayUri', ({ uri, expiresAt }) => this.patch({ uri, expiresAt })))
      this.own(walletConnect.on('requestSent', (sent) => this.#do((pairing) => pairing.requested(sent))))
    }
    listen()
    this.own(connector.onFound(listen))
    const uses = (id: string) => id === connector.walletConnect?.id
    this.own(
      session.on('established', ({ connections: made, restored }) => {
        if (made.some(({ connectorId }) => uses(connectorId)))
          this.#do((pairing) => pairing.established(restored))
      }),
    )
    this.own(session.on('ended', () => this.body?.ended()))
  }

  /**
   * Creates a pairing, and resolves when a wallet has approved a session. A second call shares the pending pairing. When all
   * callers have aborted, the pairing is canceled. But on platforms that reuse URIs (Telegram, iOS, Safari), the pairing
   * continues until its URI expires.
   * @throws `connection/walletconnect-not-found`, `flow/aborted`, or any error of `SessionController.connect`.
   */
  pair(opts: CallOptions = {}): Promise<void> {
    this.#prepareSession()
    return this.run((pairing) => pairing.pair(opts.signal), opts)
  }

  /**
   * Creates a pairing, so that there is a URI to show. Does nothing if the host set a valid URI or controls the pairing itself
   * (`manualWCControl`) (S3.4.4).
   */
  present(opts: CallOptions = {}): Promise<void> {
    this.#prepareSession()
    return this.run((pairing) => pairing.present(opts.signal), opts)
  }

  /**
   * Creates a pairing in advance on platforms that open a link only within the click. Does nothing on other platforms (S3.4.2).
   * @param isOpen Returns whether the modal has stayed open since the call.
   */
  pairEarly(isOpen: () => boolean): void {
    const { mobile, telegram } = this.#deps.page.traits
    if (mobile || telegram) this.#do((pairing) => pairing.pairEarly(isOpen))
  }

  /**
   * Shows a pairing URI that the host created.
   * @throws `validation/invalid-input` if the URI has expired or isn't a pairing URI of version 2.
   */
  setUri(uri: string): Promise<void> {
    return this.run((pairing) => pairing.setUri(uri))
  }

  /**
   * Returns the link that opens the wallet with the current URI. Returns undefined if there is no valid URI or the wallet has
   * no safe link.
   */
  linkFor(wallet: WalletLinks, platform: 'mobile' | 'desktop' | 'web'): PairingLink | undefined {
    return this.body?.linkFor(wallet, platform)
  }

  /** Returns a link that contains the current URI and that any wallet installed on a phone can open (EIP-1328). */
  linkForAny(): OpenLink | undefined {
    return this.body?.linkForAny()
  }

  /**
   * Returns the link that opens this page in the wallet's in-app browser, if the wallet can connect the shown family only there.
   * Returns undefined for other wallets, on desktops, inside the in-app browser, and before the pairing is prepared.
   */
  inAppLink(wallet: Pick<PairingWallet, 'id'>): OpenLink | undefined {
    return this.body?.inAppLink(wallet)
  }

  /**
   * Returns the link that opens this page in the phone's own browser. Returns undefined before the pairing is prepared, or if the
   * page isn't in the web view of another app, such as Instagram.
   */
  browserLink(): BrowserLink | undefined {
    return this.body?.browserLink()
  }

  /**
   * Opens the wallet on a phone: in its in-app browser, or in its app with the current URI. Remembers a wallet whose app it
   * opens. Call this within a click, because phones open apps only within a click. A second tap within half a second doesn't open
   * the wallet again. Returns false if the wallet can't be opened: for example, if there is no valid URI yet, or if the page is
   * in a web view that blocks apps.
   *
   * @param late Pass true if the call isn't within a click. The wallet then opens only if the browser still accepts the visitor's
   * last tap.
   */
  openWallet(wallet: PairingWallet, late?: boolean): boolean {
    return this.body?.openWallet(wallet, late) ?? false
  }

  /**
   * Call this when the visitor taps a link of this controller, such as `linkFor(…)` or `state.requestLink`. Pass the wallet to
   * record that the visitor chose it. Returns false for a second tap within half a second: then call `preventDefault` on the
   * event.
   */
  follow(link: OpenLink, wallet?: PairingWallet): boolean {
    return this.body?.follow(link, wallet) ?? true
  }

  /**
   * Records the wallet that the visitor chose, and the link to the wallet. Without a link, the visitor uses the QR code or a
   * copied link (S3.4.3, S3.4.4). The link is kept for later requests if this wallet connects.
   */
  choose(wallet: PairingWallet | undefined, link?: { readonly href: string }): void {
    this.#do((pairing) => pairing.choose(wallet, link))
  }

  /**
   * Call this when the modal closes. Removes the URI, so that the next opening creates a new URI. If a call of `pair` still
   * waits, keeps the URI (S3.3.2).
   */
  leave(): void {
    this.body?.leave()
  }

  /** Clears the pairing. Called when the pairing's session has ended (S3.3.3). */
  override reset(): void {
    this.#do((pairing) => pairing.reset())
  }

  #do(use: (pairing: PairingEngine) => unknown): void {
    this.run(use).catch(() => {})
  }

  /** Loads the session's code in parallel with the pairing's code. */
  #prepareSession(): void {
    const { connector, session, options } = this.#deps
    if (this.body || options.state.manualWCControl) return
    session.prepare(connector.walletConnect?.id).catch(() => {})
  }
}
