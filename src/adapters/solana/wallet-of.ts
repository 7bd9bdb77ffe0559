import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { approves } from '../../core/wallet/approvals.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import { rpcWallet } from './rpc-wallet.ts'
import type { SolanaWallet } from './solana-wallet.ts'
import { standardWallet } from './standard-wallet.ts'

/** Returns the wallet of a session. @throws `adapter/unsupported` for a channel that the family doesn't support. */
export function walletOf(session: ConnectorSession): SolanaWallet {
  const channel = session.channel('solana')
  const approved = (method: string) => approves(session, 'solana', method)
  if (channel.kind === 'wallet-standard') return standardWallet(channel.wallet, approved)
  if (channel.kind === 'rpc')
    return rpcWallet(channel.request, approved, () =>
      session.accounts.flatMap(({ namespace, address }) => (namespace === 'solana' ? [address] : [])),
    )
  throw latchkeyError('adapter/unsupported', {
    values: { capability: 'solana', subject: `a ${channel.kind} wallet` },
  })
}
