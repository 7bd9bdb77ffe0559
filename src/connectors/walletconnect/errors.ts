import type { ErrorCode } from '../../core/errors/catalogue.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../core/errors/rpc-errors.ts'

/** The codes for messages of the relay and the WalletConnect library (S2.8, S3.8.1, S3.8.4). The first match is used. */
const said: readonly (readonly [RegExp, ErrorCode])[] = [
  [/Unauthorized: origin not allowed|server response: 403/i, 'config/origin-not-allowed'],
  [/JWT validation error: JWT Token is not yet valid/i, 'session/expired'],
  [/Unauthorized: invalid key|server response: 401/i, 'config/invalid-project-id'],
  [/Proposal expired/i, 'connection/pairing-expired'],
  [/Request expired/i, 'wallet/request-expired'],
  [
    /Failed to publish|No internet connection|Couldn't establish socket|Socket stalled|Subscribing to .* failed|Unavailable WS|WebSocket connection failed|Connection interrupted/i,
    'connection/relay-unreachable',
  ],
  // The session has ended, on this side or in the wallet.
  [
    /No matching key|session topic doesn't exist|Missing or invalid.*session|recently deleted|Expired.*session/i,
    'connection/not-connected',
  ],
]

/** Returns whether the relay refused the connection. If so, trying again doesn't help. */
export function isRefusal(error: unknown): error is LatchkeyError {
  return (
    isLatchkeyError(error) &&
    /^(config\/(origin-not-allowed|invalid-project-id)|session\/expired)$/.test(error.code)
  )
}

/** Converts an error of the library or the wallet to our error. */
export function errorFrom(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const text = String((error as { message?: unknown } | null)?.message ?? error)
  const code = said.find(([pattern]) => pattern.test(text))?.[1]
  if (code) return latchkeyError(code, { cause: error, details: text.slice(0, 500) })
  return rpcErrorFrom(error, { method, source: 'wallet' })
}

/** Creates the error of a request that the wallet may have got, although its answer can't arrive. */
export function answerMissed(cause: unknown): LatchkeyError {
  return latchkeyError('wallet/answer-missed', { cause })
}

export function relayUnreachable(): LatchkeyError {
  return latchkeyError('connection/relay-unreachable')
}
