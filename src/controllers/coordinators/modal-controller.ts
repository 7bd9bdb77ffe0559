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
  /**
   * Counts the calls of `open` and `close`. A call of `open` that waits for code compares the count to find out whether a later
   * call replaced it.
   */
  #turn = 0

  constructor(deps: ModalDeps) {
    super(closed, deps, async (host) => {
      // Also load the wallets that are bundled with the package, because the first render of the wallet list shows them.
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
    const showUnsupported = () => {
      if (!this.body && !network.isSupported()) this.run((engine) => engine.followNetwork()).catch(() => {})
    }
    this.own(network.on('activeChanged', showUnsupported))
    this.own(session.on('established', showUnsupported))
  }

  /**
   * Opens the modal on one view. With the option `manualWCControl`, or if neither an adapter nor a connection exists, this view
   * is AllWallets (on phones) or ConnectingWalletConnectBasic. Otherwise it is the requested view, by default Account or Connect.
   * Without an account to show, Connect replaces the views of an account. If `namespace` is not the active family, starts a
   * switch to a network of that family instead. If `open` or `close` is called while this call waits, this call resolves and does
   * nothing.
   * @throws `connection/namespace-not-configured` for a family without networks; the error of a disabled feature for a view of
   * that feature; `siwx/not-enabled` for SIWXSignMessage when sign-in is disabled; `validation/invalid-input` for an invalid or
   * expired `uri`; `config/no-modal`; `flow/aborted`.
   */
  open(options: OpenOptions = {}, { mustShow, ...opts }: OpenCallOptions = {}): Promise<void> {
    const turn = ++this.#turn
    let drawing: Promise<unknown> | undefined
    if (!this.body) {
      // Report the loading at once, so that the visitor sees that the click worked.
      this.patch({ loading: true })
      this.emit('opening', (given) => {
        drawing = given
      })
    }
    const opened = this.run(async (engine) => {
      // Wait for the modal's code, so that the whole modal is rendered at once.
      if (drawing) await drawing
      else if (mustShow) engine.requireShown()
      if (turn === this.#turn) await engine.open(options, opts.signal)
    }, opts)
    return opened.finally(() => {
      if (turn === this.#turn && !this.state.open) this.reset()
    })
  }

  /**
   * Returns the error for a view whose feature is off or has no provider. Returns undefined until the modal's code is loaded.
   */
  whyOff(view: View): LatchkeyError | undefined {
    return this.body?.whyOff(view)
  }

  /** Closes the modal. With the option `enableEmbedded`, shows the first view instead. */
  close(): void {
    this.#turn++
    if (this.body) this.body.close()
    else this.reset()
  }

  /**
   * Closes the modal at the visitor's request. On a view that asks for a supported network or a required sign-in, shakes the
   * modal instead.
   */
  safeClose(): void {
    this.body?.safeClose()
  }

  /** Shakes the modal. Does nothing if the modal is closed or already shakes. */
  shake(): void {
    this.body?.shake()
  }

  /** Goes back to the previous view. On the first view, closes the modal. */
  goBack(): void {
    this.body?.goBack()
  }

  /** Shows how to connect the wallet: directly if the wallet is installed, otherwise through WalletConnect. */
  selectWallet(wallet: CatalogueWallet): void {
    this.run((engine) => engine.selectWallet(wallet)).catch(() => {})
  }
}
