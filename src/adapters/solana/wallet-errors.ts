import type { ErrorCode } from '../../core/errors/catalogue.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../core/errors/rpc-errors.ts'
import { refusalError } from './failures.ts'

/** The error names of the older wallet adapters, which some wallets still use (S2.8, S3.5.5). */
const kinds: Readonly<Record<string, ErrorCode>> = {
  WalletNotReadyError: 'adapter/wallet-not-ready',
  WalletLoadError: 'adapter/load-error',
  WalletConfigError: 'adapter/config-error',
  WalletConnectionError: 'adapter/connection-error',
  WalletDisconnectedError: 'adapter/disconnected',
  WalletDisconnectionError: 'adapter/disconnected',
  WalletAccountError: 'adapter/account-error',
  WalletPublicKeyError: 'adapter/public-key-error',
  WalletNotConnectedError: 'adapter/not-connected',
  WalletSendTransactionError: 'adapter/send-transaction-error',
  WalletSignTransactionError: 'adapter/sign-transaction-error',
  WalletSignMessageError: 'adapter/sign-message-error',
  WalletSignInError: 'adapter/sign-message-error',
  WalletWindowClosedError: 'wallet/user-rejected',
}

/** The kind of the request to the wallet. */
export type Asked = 'send-transaction' | 'sign-transaction' | 'sign-message'

/**
 * Converts a wallet's error. Uses the first of these facts that is known: the node's error inside
 * the wallet's error, the RPC code, the error's name, the kind of the request.
 */
export function walletError(error: unknown, method: string, asked: Asked): LatchkeyError {
  const known = rpcErrorFrom(error, { method, source: 'wallet' })
  const refused = refusalError(error, 'SOL')
  // Wallets broadcast a transaction repeatedly. A node that already has the transaction may answer a repeated broadcast with an
  // error about the blockhash. So the transaction may have been sent despite this error.
  const expired =
    isLatchkeyError(refused, 'node/transaction-expired') ||
    (!refused && /blockhash ?not ?found/i.test(known.details ?? ''))
  if (asked === 'send-transaction' && expired)
    return latchkeyError('adapter/send-transaction-error', { cause: error, details: known.details })
  if (refused) return refused
  if (!isLatchkeyError(known, 'rpc/unknown') && !isLatchkeyError(known, 'rpc/internal')) return known
  const name = nameOf(isLatchkeyError(error) ? error.cause : error)
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  return latchkeyError(kind ?? `adapter/${asked}-error`, { cause: error, details: known.details })
}

function nameOf(error: unknown): string {
  try {
    return String((error as { name?: unknown } | null | undefined)?.name)
  } catch {
    return ''
  }
}
