import { adapterError } from '../../core/errors/adapter-error.ts'
import type { LiveConnection } from '../shared/connection-book.ts'
import type { ApprovalTable } from '../shared/wallet-says.ts'

const signing = ['solana:signTransaction', 'solana_signTransaction', 'solana_signAllTransactions']
const sending = ['solana:signAndSendTransaction', 'solana_signAndSendTransaction']

/** The connection can move without the wallet, so `network.switch` needs nothing. */
export const approvals: ApprovalTable = {
  'send.native': [...sending, ...signing],
  'send.token': [...sending, ...signing],
  'send.transaction': [...sending, ...signing],
  'sign.message': ['solana:signMessage', 'solana_signMessage'],
  'sign.transaction': signing,
  'sign.allTransactions': signing,
}

/** Settles as the call does, unless the session ends first: a wallet that is gone does not answer. */
export async function untilClosed<T>(
  { connector }: Pick<LiveConnection<'solana'>, 'connector'>,
  call: Promise<T>,
): Promise<T> {
  let release = () => {}
  const closed = new Promise<never>((_, reject) => {
    release = connector.on('closed', () => reject(adapterError('wallet/closed-during-request')))
  })
  try {
    return await Promise.race([call, closed])
  } finally {
    release()
  }
}
