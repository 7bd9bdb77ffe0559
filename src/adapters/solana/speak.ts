import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { LiveConnection } from '../shared/connection-book.ts'
import { rpcWallet } from './rpc-wallet.ts'
import type { SolanaWallet } from './solana-wallet.ts'
import { standardWallet } from './standard-wallet.ts'

/** @throws `adapter/unsupported` for a way of speaking that the family does not have. */
export function walletOf({ session }: Pick<LiveConnection<'solana'>, 'session'>): SolanaWallet {
  const channel = session.channel('solana')
  const approved = session.methods.solana
  const approves = (method: string) => approved === 'any' || approved?.has(method) === true
  if (channel.kind === 'wallet-standard') return standardWallet(channel.wallet, approves)
  if (channel.kind === 'rpc')
    return rpcWallet(channel.request, approves, () =>
      session.accounts.flatMap(({ namespace, address }) => (namespace === 'solana' ? [address] : [])),
    )
  throw latchkeyError('adapter/unsupported', {
    values: { capability: 'solana', subject: `a ${channel.kind} wallet` },
  })
}
