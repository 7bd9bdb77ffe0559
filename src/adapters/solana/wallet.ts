import { adapterError } from '../../core/errors/adapter-error.ts'
import { UnsupportedError } from '../../core/errors/core-error.ts'
import type { LiveConnection } from '../shared/connection-book.ts'
import type { ApprovalTable } from '../shared/wallet-says.ts'
import { rpcWallet } from './rpc-wallet.ts'
import type { SolanaWallet } from './solana-wallet.ts'
import { standardWallet } from './standard-wallet.ts'

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

/** @throws `adapter/unsupported` for a way of speaking that the family does not have. */
export function walletOf({ session }: Pick<LiveConnection<'solana'>, 'session'>): SolanaWallet {
  const channel = session.channel('solana')
  const approved = session.methods.solana
  const approves = (method: string) => approved === 'any' || approved?.has(method) === true
  if (channel.kind === 'wallet-standard') return standardWallet(channel.wallet, approves)
  if (channel.kind === 'rpc') return rpcWallet(channel.request, approves)
  throw new UnsupportedError('solana', `a ${channel.kind} wallet`)
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
