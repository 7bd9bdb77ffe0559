import type { ModalController } from '../controllers/coordinators/modal-controller.ts'
import type { EmbeddedWalletController } from '../controllers/features/embedded-wallet/embedded-wallet-controller.ts'
import type { RouterController } from '../controllers/shell/router-controller.ts'

interface Joined {
  readonly embeddedWallet: Pick<EmbeddedWalletController, 'on' | 'state' | 'abortApprovals' | 'leaveSocial'>
  readonly modal: Pick<ModalController, 'open' | 'close' | 'on' | 'state'>
  readonly router: Pick<RouterController, 'push' | 'goBack' | 'state' | 'watch'>
}

/** Shows the frame while the wallet asks the visitor, and nowhere else. Facts 1.10 and 1.12. */
export function joinEmbeddedWallet({ embeddedWallet, modal, router }: Joined): void {
  /** The modal stood open before, with what asked in it. */
  let inside = false
  const settle = (run: Promise<unknown>) => void run.catch(() => {})
  embeddedWallet.on('asked', () => {
    inside = modal.state.open
    if (inside) router.push('ApproveTransaction')
    else settle(modal.open({ view: 'ApproveTransaction' }))
  })
  embeddedWallet.on('answered', () => {
    if (router.state.view !== 'ApproveTransaction') return
    if (inside) router.goBack()
    else modal.close()
  })
  embeddedWallet.on('refused', () => settle(modal.open()))
  router.watch(
    ({ view }) => view,
    (_, previous) => {
      // Where the account is being connected already, the view has done its part.
      if (isSocialView(previous) && embeddedWallet.state.social?.phase !== 'user')
        settle(embeddedWallet.leaveSocial())
    },
  )
  embeddedWallet.on('socialCanceled', () => {
    if (isSocialView(router.state.view)) router.goBack()
  })
  // What the visitor does not see cannot be approved.
  modal.on('closed', () => settle(embeddedWallet.abortApprovals()))
}

function isSocialView(view: string): boolean {
  return view === 'ConnectingSocial' || view === 'ConnectingFarcaster'
}
