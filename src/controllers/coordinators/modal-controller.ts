import type { LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { CatalogueWallet } from '../../core/wallet/list/catalogue-wallet.ts'
import { FeatureController } from '../base/feature-controller.ts'
import type { View } from '../shell/views.ts'
import {
  closed,
  type ModalDeps,
  type ModalEvents,
  type ModalState,
  type OpenCallOptions,
  type OpenOptions,
} from './modal.ts'
import type { ModalEngine } from './modal-engine.ts'

/** Opens and closes the modal and decides which view it shows first (S1.2, S1.4, S3.3.2). */
export class ModalController extends FeatureController<ModalState, ModalEvents, ModalEngine> {
  readonly #deps: ModalDeps
  /** Counts calls to `open` and `close`, so that an opening still waiting for code does not undo a later close. */
  #turn = 0

  constructor(deps: ModalDeps) {
    super(closed, deps, async (host) => {
      // The first render of the wallet list shows the bundled wallets.
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
    // The network can become unsupported before the modal's engine is loaded.
    const showUnsupported = () => {
      if (!this.body && !network.isSupported()) this.run((engine) => engine.followNetwork()).catch(() => {})
    }
    this.own(network.on('activeChanged', showUnsupported))
    this.own(session.on('established', showUnsupported))
  }

  /**
   * Opens the modal on exactly one view: AllWallets or ConnectingWalletConnectBasic if WalletConnect is the only way to connect,
   * the requested view, Account, or Connect. A `namespace` other than the active family starts a network switch instead. If another
   * `open` or a `close` is called while this call waits, this call resolves without effect.
   * @throws `connection/namespace-not-configured` for a family without networks; the reason for a view of a disabled feature;
   * `siwx/not-enabled` for SIWXSignMessage when sign-in is disabled; `validation/invalid-input` for an invalid or expired `uri`;
   * `config/no-modal`; `flow/aborted`.
   */
  open(options: OpenOptions = {}, { mustShow, ...opts }: OpenCallOptions = {}): Promise<void> {
    const turn = ++this.#turn
    let drawing: Promise<unknown> | undefined
    if (!this.body) {
      // Show at once that the click was received.
      this.patch({ loading: true })
      this.emit('opening', (given) => {
        drawing = given
      })
    }
    const opened = this.run(async (engine) => {
      // Wait, so that the whole modal is rendered in one pass.
      if (drawing) await drawing
      else if (mustShow) engine.requireShown()
      if (turn === this.#turn) await engine.open(options, opts.signal)
    }, opts)
    return opened.finally(() => {
      if (turn === this.#turn && !this.state.open) this.reset()
    })
  }

  /** Returns why the view of a feature without a provider can't be shown. Undefined until the modal's code is loaded. */
  whyOff(view: View): LatchkeyError | undefined {
    return this.body?.whyOff(view)
  }

  /** Closes the modal, including any view in it. In embedded mode it shows the first view instead. */
  close(): void {
    this.#turn++
    if (this.body) this.body.close()
    else this.reset()
  }

  /** Closes the modal at the visitor's request. On an unsupported network, or before a required sign-in, shakes the modal instead. */
  safeClose(): void {
    this.body?.safeClose()
  }

  /** Shakes the modal. Does nothing while it shakes or is closed. */
  shake(): void {
    this.body?.shake()
  }

  /** Goes back one view, or closes the modal on the first view. */
  goBack(): void {
    this.body?.goBack()
  }

  /** Shows how to connect the wallet: directly if it is installed, otherwise through WalletConnect. */
  selectWallet(wallet: CatalogueWallet): void {
    this.run((engine) => engine.selectWallet(wallet)).catch(() => {})
  }
}
