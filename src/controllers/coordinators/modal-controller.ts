import type { CatalogueWallet } from '../../core/wallet/catalogue-wallet.ts'
import type { CallOptions } from '../../ports.ts'
import { FeatureController } from '../base/feature-controller.ts'
import { closed, type ModalDeps, type ModalEvents, type ModalState, type OpenOptions } from './modal.ts'
import type { ModalEngine } from './modal-engine.ts'

/** Opens and closes the modal and decides what it shows first. Specification 1, sections 2 and 4; facts 3.2. */
export class ModalController extends FeatureController<ModalState, ModalEvents, ModalEngine> {
  readonly #deps: ModalDeps
  /** Counts the host's calls, so that an opening that waits for its parts does not undo a closing. */
  #turn = 0

  constructor(deps: ModalDeps) {
    super(closed, deps, async (host) => {
      // The wallets that come with the package are in the first picture of the list.
      const [{ ModalEngine }] = await Promise.all([
        import('./modal-engine.ts'),
        deps.catalogue.prepare(),
        deps.configured?.(),
      ])
      return new ModalEngine(deps, host)
    })
    this.#deps = deps
  }

  start(): void {
    const { network, session } = this.#deps
    // The visitor hears of it before they ever opened the modal.
    const showUnsupported = () => {
      if (!this.body && !network.isSupported()) this.run((engine) => engine.followNetwork()).catch(() => {})
    }
    this.own(network.on('activeChanged', showUnsupported))
    this.own(session.on('established', showUnsupported))
  }

  /**
   * Shows exactly one view: AllWallets or ConnectingWalletConnectBasic where there is nothing else to connect with, the
   * view that was asked for, Account, or Connect. For a family that is not the active one it starts a network switch
   * instead. An opening that is overtaken by another, or by `close`, resolves without effect.
   * @throws `connection/namespace-not-configured` for a family without networks; what is off, by its name, for a view
   * of a feature that is off; `siwx/not-enabled` for SIWXSignMessage where nobody is asked to sign in; `validation/invalid-input` for a uri that is none, or is over; `flow/aborted`.
   */
  open(options: OpenOptions = {}, opts: CallOptions = {}): Promise<void> {
    const turn = ++this.#turn
    let drawing: Promise<unknown> | undefined
    if (!this.body) {
      // Whoever tapped sees at once that it was heard.
      this.patch({ loading: true })
      this.emit('opening', (given) => {
        drawing = given
      })
    }
    const opened = this.run(async (engine) => {
      // All of it is drawn in one pass, then.
      if (drawing) await drawing
      if (turn === this.#turn) await engine.open(options, opts.signal)
    }, opts)
    return opened.finally(() => {
      if (turn === this.#turn && !this.state.open) this.reset()
    })
  }

  /** Closes, whatever is shown. In embedded mode the first view takes the place of what was shown. */
  close(): void {
    this.#turn++
    if (this.body) this.body.close()
    else this.reset()
  }

  /** The visitor's way to close: on an unsupported chain, and before a sign-in that is required, it shakes instead. */
  safeClose(): void {
    this.body?.safeClose()
  }

  /** Does nothing while it shakes, or is not open. */
  shake(): void {
    this.body?.shake()
  }

  /** Back one view; from the first one, closes. */
  goBack(): void {
    this.body?.goBack()
  }

  /** Shows the way to connect the wallet: directly when it is installed, else by WalletConnect. */
  selectWallet(wallet: CatalogueWallet): void {
    this.run((engine) => engine.selectWallet(wallet)).catch(() => {})
  }
}
