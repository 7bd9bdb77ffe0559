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
 * Runs one WalletConnect pairing at a time. Holds the shown URI and its expiry, the opened wallet link, and the
 * recently used wallets (S1.3, S1.9, S3.3.3, S3.4.3, S3.4.4).
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
    const { connector, connections, persistence, session } = this.#deps
    const recentWallets = (persistence.get('recentWallets') ?? []) as readonly PairingWallet[]
    this.patch({ recentWallets })
    connector.setRecent(recentWallets.length > 0)

    // Listen from the start: the host may connect by itself before any view is opened.
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
          this.#do((pairing) => restored || pairing.finish())
      }),
    )
    // The pairing ends with the last family of its session (S3.5.2).
    this.own(
      session.on('ended', () => {
        const left = connections.connectedNamespaces.some((one) => uses(connector.activeOf(one)?.id ?? ''))
        if (!left && this.state.status === 'connected') this.reset()
      }),
    )
  }

  /**
   * Starts pairing and resolves when a wallet has settled a session. A second call joins the first. The pairing is canceled
   * when the last caller aborts, except on platforms that reuse URIs (Telegram, Safari on iOS): on these, the pairing continues
   * until the URI expires.
   * @throws `connection/walletconnect-not-found`, `flow/aborted`, or any error of `SessionController.connect`.
   */
  pair(opts: CallOptions = {}): Promise<void> {
    this.#prepareSession()
    return this.run((pairing) => pairing.pair(opts.signal), opts)
  }

  /**
   * Makes sure that there is a URI to show: pairs, unless the host provided a valid URI or controls pairing itself
   * (`manualWCControl`) (S3.4.4).
   */
  present(opts: CallOptions = {}): Promise<void> {
    this.#prepareSession()
    return this.run((pairing) => pairing.present(opts.signal), opts)
  }

  /** Starts pairing in advance on platforms where a link must open within the click; does nothing elsewhere (S3.4.2). */
  pairEarly(): void {
    const { mobile, telegram } = this.#deps.page.traits
    if (mobile || telegram) this.#do((pairing) => pairing.pairEarly())
  }

  /**
   * Shows a pairing URI that the host created.
   * @throws `validation/invalid-input` when it is not a version 2 pairing URI, or has expired.
   */
  setUri(uri: string): Promise<void> {
    return this.run((pairing) => pairing.setUri(uri))
  }

  /** Returns the link that opens the wallet with the current URI, or undefined without a valid URI or a safe link. */
  linkFor(wallet: WalletLinks, platform: 'mobile' | 'desktop' | 'web'): PairingLink | undefined {
    return this.body?.linkFor(wallet, platform)
  }

  /** Returns the current URI as a link that opens any installed wallet on a phone (EIP-1328). */
  linkForAny(): OpenLink | undefined {
    return this.body?.linkForAny()
  }

  /**
   * Returns the link that opens this page in the wallet's in-app browser, if phones can't reach the wallet in any other way for
   * the shown family. Returns undefined for other wallets, inside that browser, and before the pairing is prepared.
   */
  inAppLink(wallet: Pick<PairingWallet, 'id'>): OpenLink | undefined {
    return this.body?.inAppLink(wallet)
  }

  /**
   * Returns the link that opens this page in the phone's own browser, inside another app's web view (such as Instagram's).
   * Returns undefined elsewhere, and before the pairing is prepared.
   */
  browserLink(): BrowserLink | undefined {
    return this.body?.browserLink()
  }

  /**
   * Opens the wallet on a phone: in its in-app browser, or in its app with the current URI. If the app opens, the wallet is
   * remembered. Call this within a click, since phones open apps only then. Two taps within half a second open the wallet once.
   * Returns false if there is nothing to open yet, and inside web views that block apps.
   *
   * @param late Set this outside a click: then the wallet opens only if the visitor's last tap is still active.
   */
  openWallet(wallet: PairingWallet, late?: boolean): boolean {
    return this.body?.openWallet(wallet, late) ?? false
  }

  /**
   * Call when the visitor taps an anchor with a link of this controller, such as `linkFor(…)` or `state.requestLink`. With a
   * wallet, `choose` records the link. Returns false for a second tap within half a second: prevent the event then.
   */
  follow(link: OpenLink, wallet?: PairingWallet): boolean {
    return this.body?.follow(link, wallet) ?? true
  }

  /**
   * Records the wallet that the visitor chose, and its link. Without a link, the visitor uses the QR code or a copied link (S3.4.3,
   * S3.4.4). The link is kept for later requests only if this wallet connects.
   */
  choose(wallet: PairingWallet | undefined, link?: { readonly href: string }): void {
    this.#do((pairing) => pairing.choose(wallet, link))
  }

  /**
   * Call when the modal closes: drops the URI, so that the next opening creates a new URI, unless a `pair` call still waits for it
   * (S3.3.2).
   */
  leave(): void {
    this.body?.leave()
  }

  /** Clears the pairing, when its view is left or its session has ended (S3.3.3). */
  override reset(): void {
    this.#do((pairing) => pairing.reset())
  }

  /** Runs the call without waiting for it. */
  #do(use: (pairing: PairingEngine) => unknown): void {
    this.run(use).catch(() => {})
  }

  /** Load the session's code in parallel with the pairing's code. */
  #prepareSession(): void {
    const { connector, session, options } = this.#deps
    if (this.body || options.state.manualWCControl) return
    session.prepare(connector.walletConnect?.id).catch(() => {})
  }
}
