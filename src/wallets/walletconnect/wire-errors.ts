import { isLatchkeyError } from '../../core/errors/error-classes.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { ProviderError } from '../provider-error.ts'
import type { WireError } from './sign-client.ts'

const rejected: WireError = { code: 5000, message: 'User rejected.' }
export const userDisconnected: WireError = { code: 6000, message: 'User disconnected.' }

/** The error to send to the page. Codes: https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
export function wireError(error: unknown): WireError {
  // A decoder's rejection means invalid params (JSON-RPC 2.0, section 5.1).
  if (isLatchkeyError(error) && error.code.startsWith('validation/'))
    return { code: -32602, message: error.message, data: { reason: error.message } }
  if (isLatchkeyError(error, 'rpc/maybe-sent'))
    return { code: -32603, message: error.message, data: { maybeSent: true, hash: error.hash } }
  if (!(error instanceof ProviderError))
    return { code: -32000, message: error instanceof Error ? error.message : String(error) }
  if (error.code === 4001) return rejected
  const { code, message, data } = error
  const reason = isReserved(code) ? { data: { reason: message } } : {}
  return { code, message, ...reason, ...(data !== undefined && { data }) }
}

/** Whether JSON-RPC defines the code. */
function isReserved(code: number): boolean {
  return code === -32700 || (code <= -32600 && code >= -32603)
}

/**
 * The error in a form that WalletConnect's library passes on. If an error's code is one of JSON-RPC's, the library replaces the message by the code's
 * standard text and drops the data. The library compares numbers, so it doesn't recognize a `Number` object. In JSON, the object becomes the same
 * number.
 */
export function unchanged(error: WireError): object {
  return { ...error, code: Object(error.code) as unknown }
}

/** The error for the caller of `pair` when this wallet declines. */
export function declined(cause: unknown): unknown {
  if (!(cause instanceof ProviderError)) return cause
  const code = cause.code === 5100 ? 'validation/unsupported-chain' : 'wallet/user-rejected'
  return latchkeyError(code, { cause })
}
