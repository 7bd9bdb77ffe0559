import type { ModalController } from '../controllers/coordinators/modal-controller.ts'
import type { EmbeddedWalletController } from '../controllers/features/embedded-wallet/embedded-wallet-controller.ts'
import type { RouterController } from '../controllers/shell/router-controller.ts'

interface Joined {
  readonly embeddedWallet: Pick<EmbeddedWalletController, 'on' | 'abortApprovals'>
  readonly modal: Pick<ModalController, 'open' | 'close' | 'on' | 'state'>
  readonly router: Pick<RouterController, 'push' | 'goBack' | 'state'>
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
  // What the visitor does not see cannot be approved.
  modal.on('closed', () => settle(embeddedWallet.abortApprovals()))
}
