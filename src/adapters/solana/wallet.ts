import type { ApprovalTable } from '../../core/wallet/approvals.ts'

const signing = ['solana:signTransaction', 'solana_signTransaction', 'solana_signAllTransactions']
const sending = ['solana:signAndSendTransaction', 'solana_signAndSendTransaction']

/**
 * The methods that each capability needs. `network.switch` needs no method, because the connection can switch without the wallet.
 */
export const approvals: ApprovalTable = {
  'send.native': [...sending, ...signing],
  'send.token': [...sending, ...signing],
  'send.transaction': [...sending, ...signing],
  'sign.message': ['solana:signMessage', 'solana_signMessage'],
  'sign.transaction': signing,
  'sign.allTransactions': signing,
}
