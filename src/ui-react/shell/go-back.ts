import type { Latchkey } from '../../client/create-latchkey.ts'

/** The visitor goes back one view. From a payment that the wallet is asked for, that is to stop waiting. */
export function goBack({ account, modal, router, send }: Latchkey): void {
  const waits = send.state.pending?.from === account.active.caipAddress
  if (send.state.pending && waits && /^WalletSend(Preview)?$/.test(router.state.view)) router.reset('Account')
  else modal.goBack()
}
