import type { Latchkey } from '../../client/create-latchkey.ts'

/** Goes back one view. While the wallet is asked for a payment, this also stops waiting for it. */
export function goBack({ account, modal, router, send }: Latchkey): void {
  const waits = send.state.pending?.from === account.active.caipAddress
  if (send.state.pending && waits && /^WalletSend(Preview)?$/.test(router.state.view)) router.reset('Account')
  else modal.goBack()
}
