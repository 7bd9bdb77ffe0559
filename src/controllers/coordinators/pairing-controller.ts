import type { WalletLinks } from '../../core/wallet/link-schemes.ts'
import { pairsEarly } from '../../core/wallet/pairing.ts'
import type { CallOptions } from '../../ports.ts'
import { FeatureController } from '../base/feature-controller.ts'
import type {
  OpenLink,
  PairingDeps,
  PairingEvents,
  PairingLink,
  PairingState,
  PairingWallet,
} from './pairing.ts'
import type { PairingEngine } from './pairing-engine.ts'

/**
 * One pairing through WalletConnect at a time: the uri that is shown and how long it is good for, where the visitor was sent,
 * and which wallets they used last. Specification 1, sections 3 and 9; facts 3.3, 4.3, 4.4.
 */
export class PairingController extends FeatureController<PairingState, PairingEvents, PairingEngine> {
  readonly #deps: PairingDeps

  constructor(deps: PairingDeps) {
    super(
      {
        uri: undefined,
        expiresAt: undefined,
        status: 'disconnected',
        error: undefined,
        linking: undefined,
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

    // Also the uri of a host that connects by itself, before any view is opened.
    let heard: unknown
    const listen = () => {
      const { walletConnect } = connector
      if (!walletConnect || heard === walletConnect) return
      heard = walletConnect
      this.own(walletConnect.on('displayUri', ({ uri, expiresAt }) => this.patch({ uri, expiresAt })))
    }
    listen()
    this.own(connector.onFound(listen))
    const uses = (id: string) => id === connector.walletConnect?.id
    this.own(
      session.on('established', ({ connections: made, restored }) => {
        if (!restored && made.some(({ connectorId }) => uses(connectorId)))
          this.run((pairing) => pairing.finish()).catch(() => {})
      }),
    )
    // Facts 5.2: the end of the last family of a session is the end of its pairing.
    this.own(
      session.on('ended', () => {
        const left = connections.connectedNamespaces.some((one) => uses(connector.activeOf(one)?.id ?? ''))
        if (!left && this.state.status === 'connected') this.reset()
      }),
    )
  }

  /**
   * Pairs, and stays until a wallet has settled a session. A second call joins the first. Whoever leaves last ends it;
   * where a uri is used again (Telegram, iOS, Safari) it goes on until that has expired.
   * @throws `connection/walletconnect-not-found`, what `SessionController.connect` does; `flow/aborted`.
   */
  pair(opts: CallOptions = {}): Promise<void> {
    this.#prepareSession()
    return this.run((pairing) => pairing.pair(opts.signal), opts)
  }

  /**
   * Has something to show: pairs, unless there is a usable uri already that the host made, or the host does all of it
   * (`manualWCControl`). Facts 4.4.
   */
  present(opts: CallOptions = {}): Promise<void> {
    this.#prepareSession()
    return this.run((pairing) => pairing.present(opts.signal), opts)
  }

  /** Pairs in advance where a link has to open inside the tap; elsewhere it does nothing. Facts 4.2. */
  pairEarly(): void {
    const { page, connector, options, log } = this.#deps
    if (!pairsEarly(page.traits) || !connector.walletConnect || options.state.manualWCControl) return
    this.run((pairing) => pairing.pairEarly()).catch((error) => log.debug('Pairing in advance ended', error))
  }

  /**
   * Shows a uri that the host made by other means.
   * @throws `validation/invalid-input` when it is no pairing uri of version 2, or its time is over.
   */
  setUri(uri: string): Promise<void> {
    return this.run((pairing) => pairing.setUri(uri))
  }

  /** How a wallet is reached with the uri that is shown; undefined without a usable uri, or without a safe link. */
  linkFor(wallet: WalletLinks, platform: 'mobile' | 'desktop' | 'web'): PairingLink | undefined {
    return this.body?.linkFor(wallet, platform)
  }

  /** The uri that is shown as a link, with which a phone opens whichever wallet it has. EIP-1328. */
  linkForAny(): OpenLink | undefined {
    return this.body?.linkForAny()
  }

  /**
   * Where a phone opens this page in the wallet's own browser, for a wallet that has no other way to it: undefined for all
   * others, and where the page is in that browser already. For the family that is shown. Known once it is prepared.
   */
  inAppLink(wallet: Pick<PairingWallet, 'id'>): OpenLink | undefined {
    return this.body?.inAppLink(wallet)
  }

  /**
   * On a phone, opens the wallet: its own browser, or its app with the uri that is shown, which it notes. Within a click it
   * opens inside it, since phones open an app only there. False where there is nothing to open, or not yet.
   */
  openWallet(wallet: PairingWallet): boolean {
    return this.body?.openWallet(wallet) ?? false
  }

  /** Notes which wallet is about to be used, and by which link; without one it is by a code. Facts 4.3, 4.4. */
  choose(wallet: PairingWallet | undefined, link?: { readonly href: string }): void {
    this.run((pairing) => pairing.choose(wallet, link)).catch(() => {})
  }

  /** The modal was closed: a uri is not kept for the next time. Who still waits goes on waiting. Facts 3.2. */
  leave(): void {
    this.body?.leave()
  }

  /** Forgets the pairing: the view was left, or the session has ended. Facts 3.3. */
  override reset(): void {
    this.run((pairing) => pairing.reset()).catch(() => {})
  }

  /** All at a time, not the session's parts when those of the pairing are here. */
  #prepareSession(): void {
    const { connector, session, options } = this.#deps
    if (this.body || options.state.manualWCControl) return
    session.prepare(connector.walletConnect?.id).catch(() => {})
  }
}
