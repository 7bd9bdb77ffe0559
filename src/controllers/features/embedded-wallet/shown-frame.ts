import type { Unsubscribe } from '../../../ports.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { EmbeddedWalletState, ModalHost } from './embedded-wallet.ts'

interface ShownFrameDeps {
  readonly modal: ModalHost
  readonly router: Pick<RouterController, 'push' | 'goBack' | 'state' | 'watch'>
  readonly state: () => EmbeddedWalletState
  readonly leaveSocial: () => void
  readonly abortApprovals: () => void
  readonly own: (release: Unsubscribe) => void
}

/** Shows the wallet's frame while the frame waits for an approval (S3.1.10, S3.1.12). */
export class ShownFrame {
  readonly #deps: ShownFrameDeps
  /** Whether the modal was already open when the approval began. */
  #inside = false
  /** The pending email logins. Their functions are called when the wallet asks for a code. */
  readonly loggingIn = new Set<() => void>()

  constructor(deps: ShownFrameDeps) {
    this.#deps = deps
    const { modal, router, own } = deps
    own(
      router.watch(
        ({ view }) => view,
        (_, previous) => {
          // In the phase `user`, don't cancel: the account is already being connected.
          if (isSocialView(previous) && deps.state().social?.phase !== 'user') deps.leaveSocial()
        },
      ),
    )
    // If the modal closes, reject the approvals, because the visitor can't confirm an approval that isn't shown.
    own(modal.on('closed', () => deps.abortApprovals()))
  }

  asked(): void {
    const { modal, router } = this.#deps
    this.#inside = modal.state.open
    for (const login of this.loggingIn) login()
    // When the approval ends, the modal returns to the previous view. After a login, that view must close the modal. `Connect`
    // doesn't close the modal, so put `EmailLogin` between `Connect` and the approval.
    if (this.#inside && this.loggingIn.size > 0 && router.state.view === 'Connect') router.push('EmailLogin')
    if (this.#inside) router.push('ApproveTransaction')
    else settle(modal.open({ view: 'ApproveTransaction' }))
  }

  answered(): void {
    const { modal, router } = this.#deps
    if (router.state.view !== 'ApproveTransaction') return
    // In a card, the modal has opened this view above the view that the card showed.
    if (this.#inside || router.state.history.length > 1) router.goBack()
    else modal.close()
  }

  /** Opens the modal, so that the visitor sees why the request was refused (S2.6). */
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
