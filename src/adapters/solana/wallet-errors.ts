import type { ErrorCode } from '../../core/errors/catalogue.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { maybeSent, rpcErrorFrom } from '../../core/errors/rpc-errors.ts'
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
  if (asked === 'send-transaction' && !isLatchkeyError(known, 'rpc/maybe-sent')) {
    const { details = '' } = known
    if (unconfirmed.test(details)) return maybeSent(error, signatureIn(details), details)
    if (isProcessed(error)) return maybeSent(error, undefined, known.details)
  }
  const isUnclear = isLatchkeyError(known, 'rpc/unknown') || isLatchkeyError(known, 'rpc/internal')
  const isNodeError = isLatchkeyError(known, 'wallet/request-pending') && isFailedSimulation(known.details)
  if (!isUnclear && !(asked !== 'sign-message' && isNodeError)) return known
  const name = nameOf(isLatchkeyError(error) ? error.cause : error)
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  return latchkeyError(kind ?? `adapter/${asked}-error`, { cause: error, details: known.details })
}

/** Matches the errors of Solana's libraries for a transaction that was sent, but whose confirmation was not seen in time. */
const unconfirmed =
  /not confirmed in [\d.]+ sec|unknown if it succeeded|has expired: (block height|the nonce)|progressed past the last block/i

function signatureIn(text: string): string | undefined {
  return /\b[1-9A-HJ-NP-Za-km-z]{86,88}\b/.exec(text)?.[0]
}

/** Returns whether the node answered a repeated broadcast with the fact that it already has the transaction. */
function isProcessed(error: unknown): boolean {
  return [error, (error as { cause?: unknown } | null | undefined)?.cause].some((layer) => {
    const { data, message = layer } = Object(layer) as { data?: { err?: unknown } | null; message?: unknown }
    const text = typeof message === 'string' ? message : ''
    return data?.err === 'AlreadyProcessed' || /transaction (has |was )?already (been )?processed/i.test(text)
  })
}

/** Returns whether a text with the code -32002 comes from a node. Wallets use this code for an open prompt. */
function isFailedSimulation(text = ''): boolean {
  return /simulation|transaction.*fail|fail.*transaction/i.test(text) && !/pending/i.test(text)
}

function nameOf(error: unknown): string {
  try {
    return String((error as { name?: unknown } | null | undefined)?.name)
  } catch {
    return ''
  }
}
