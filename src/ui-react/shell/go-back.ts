import type { Latchkey } from '../../client/create-latchkey.ts'

/** Goes back one view. From a send that is waiting for the wallet, goes to the account. */
export function goBack({ account, modal, router, send }: Latchkey): void {
  const waits = send.state.pending?.from === account.active.caipAddress
  if (send.state.pending && waits && /^WalletSend(Preview)?$/.test(router.state.view)) router.reset('Account')
  else modal.goBack()
}
