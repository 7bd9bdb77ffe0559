import { isLatchkeyError } from '../../core/errors/error-classes.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { ProviderError } from '../provider-error.ts'
import type { WireError } from './sign-client.ts'

const rejected: WireError = { code: 5000, message: 'User rejected.' }
export const userDisconnected: WireError = { code: 6000, message: 'User disconnected.' }

/** Returns the error to send to the page. Codes: https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
export function wireError(error: unknown): WireError {
  // An error of a decoder means that the parameters are invalid (JSON-RPC 2.0, section 5.1).
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

/** Returns whether JSON-RPC defines the code. */
function isReserved(code: number): boolean {
  return code === -32700 || (code <= -32600 && code >= -32603)
}

/**
 * Returns the error in a form that WalletConnect's library doesn't change. If the library recognizes a code of JSON-RPC, it
 * replaces the message with a standard text and drops the data. It doesn't recognize a `Number` object, which JSON writes as the
 * same number. So the code becomes a `Number` object.
 */
export function unchanged(error: WireError): object {
  return { ...error, code: Object(error.code) as unknown }
}

/** Returns the error for the caller of `pair` if this wallet declines. */
export function declined(cause: unknown): unknown {
  if (!(cause instanceof ProviderError)) return cause
  const code = cause.code === 5100 ? 'validation/unsupported-chain' : 'wallet/user-rejected'
  return latchkeyError(code, { cause })
}
