import type { Unsubscribe } from '../../../ports.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { EmbeddedWalletState, ModalAround } from './embedded-wallet.ts'

interface ShownFrameDeps {
  readonly modal: ModalAround
  readonly router: Pick<RouterController, 'push' | 'goBack' | 'state' | 'watch'>
  readonly state: () => EmbeddedWalletState
  readonly leaveSocial: () => void
  readonly abortApprovals: () => void
  readonly own: (release: Unsubscribe) => void
}

/** Shows the frame while the wallet asks the visitor, and nowhere else. Facts 1.10 and 1.12. */
export class ShownFrame {
  readonly #deps: ShownFrameDeps
  /** The modal stood open before, with what asked in it. */
  #inside = false

  constructor(deps: ShownFrameDeps) {
    this.#deps = deps
    const { modal, router, own } = deps
    own(
      router.watch(
        ({ view }) => view,
        (_, previous) => {
          // Where the account is being connected already, the view has done its part.
          if (isSocialView(previous) && deps.state().social?.phase !== 'user') deps.leaveSocial()
        },
      ),
    )
    // What the visitor does not see cannot be approved.
    own(modal.on('closed', () => deps.abortApprovals()))
  }

  asked(): void {
    const { modal, router } = this.#deps
    this.#inside = modal.state.open
    if (this.#inside) router.push('ApproveTransaction')
    else settle(modal.open({ view: 'ApproveTransaction' }))
  }

  answered(): void {
    const { modal, router } = this.#deps
    if (router.state.view !== 'ApproveTransaction') return
    if (this.#inside) router.goBack()
    else modal.close()
  }

  /** The modal opens before the visitor is told. Specification 2, section 6. */
  refused(): void {
    settle(this.#deps.modal.open())
  }

  socialCanceled(): void {
    const { router } = this.#deps
    if (isSocialView(router.state.view)) router.goBack()
  }
}

const settle = (run: Promise<unknown>) => void run.catch(() => {})

function isSocialView(view: string): boolean {
  return view === 'ConnectingSocial' || view === 'ConnectingFarcaster'
}
