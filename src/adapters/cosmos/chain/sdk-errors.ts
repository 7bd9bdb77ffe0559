import type { ErrorCode } from '../../../core/errors/catalogue.ts'
import { type LatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'

/** Error codes of the codespace `sdk` (cosmos-sdk, types/errors/errors.go). */
const codes: Readonly<Record<number, ErrorCode>> = {
  4: 'node/bad-signature',
  5: 'node/insufficient-funds',
  9: 'node/insufficient-funds',
  11: 'node/intrinsic-gas-too-low',
  13: 'node/fee-too-low',
  30: 'node/transaction-expired',
}

const mismatch = /sequence mismatch, expected (\d{1,20}), got (\d{1,20})/

/** Returns the sequence that a node expects. Returns undefined if the node's error names no sequence. */
export function nextSequence(error: unknown): bigint | undefined {
  const expected = mismatch.exec(String((error as { details?: unknown } | undefined)?.details))?.[1]
  return expected === undefined ? undefined : BigInt(expected)
}

/** Returns the error for a transaction that a node rejected. */
export function refusal(code: number, codespace: unknown, log: unknown): LatchkeyError {
  const details = String(log).slice(0, 500)
  const [, expected, got] = mismatch.exec(details) ?? []
  if (expected !== undefined && got !== undefined)
    return latchkeyError(BigInt(got) > BigInt(expected) ? 'node/nonce-too-high' : 'node/nonce-too-low', {
      details,
    })
  const known = codespace === 'sdk' ? codes[code] : undefined
  return latchkeyError(known ?? 'rpc/transaction-rejected', { details })
}
