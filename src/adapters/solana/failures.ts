import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'

/** The failure of a transaction: the runtime's error and the logs of the programs. */
export interface Failure {
  readonly err: unknown
  readonly logs: readonly string[]
}

/** Matches the logs of native programs and the runtime's errors. The token programs log only "insufficient funds". */
const lacksNative = /insufficient lamports|insufficient funds for (instruction|fee|rent)/i

/**
 * Returns the error for a failed simulation or a rejected broadcast.
 * @param symbol The symbol of the native coin, for an error about the account's balance of this coin.
 */
export function failureError({ err, logs }: Failure, symbol: string, cause?: unknown): LatchkeyError {
  const index = (err as { InsufficientFundsForRent?: { account_index?: unknown } } | null)
    ?.InsufficientFundsForRent?.account_index
  const all = logs.join('\n')
  const details = all.slice(0, 500) || undefined
  if (err === 'BlockhashNotFound') return latchkeyError('node/transaction-expired', { details, cause })
  if (typeof index === 'number' && index > 0)
    return latchkeyError('validation/invalid-amount', {
      values: { reason: "is below the rent that the recipient's new account needs" },
      details,
      cause,
    })
  if (index === 0 || lacksNative.test(all) || isInsufficientFunds(err))
    return latchkeyError('validation/insufficient-balance', { values: { symbol }, details, cause })
  // The token programs don't say which token is missing, so the message can't name it.
  if (/insufficient funds/i.test(all))
    return latchkeyError('validation/insufficient-balance', {
      message: 'The balance of a token does not cover the amount',
      details,
      cause,
    })
  return latchkeyError('node/execution-reverted', {
    values: { reason: `: ${failureReason({ err, logs })}` },
    details,
    cause,
    data: err,
  })
}

/** Returns the reason of a failure: the last error in the programs' logs, or else the runtime's error. */
export function failureReason({ err, logs }: Failure): string {
  const said = logs.findLast((line) => /^Program log: Error|failed: /.test(line))
  if (said) return said.replace(/^Program (log: )?/, '').slice(0, 200)
  return (typeof err === 'string' ? err : (JSON.stringify(err) ?? 'It failed')).slice(0, 200)
}

/**
 * Returns the error for a transaction that a node rejected after we or the wallet sent it. The node's answer contains the failure
 * of its own simulation. Returns undefined if the answer contains no such failure, or says that the transaction was already
 * processed.
 */
export function refusalError(error: unknown, symbol: string): LatchkeyError | undefined {
  for (const layer of [error, (error as { cause?: unknown } | null)?.cause]) {
    const data = (layer as { data?: unknown } | null | undefined)?.data
    const { err = null, logs } = (data ?? {}) as { err?: unknown; logs?: unknown }
    if (err !== null && err !== 'AlreadyProcessed')
      return failureError({ err, logs: Array.isArray(logs) ? logs.map(String) : [] }, symbol, error)
  }
  return undefined
}

function isInsufficientFunds(err: unknown): boolean {
  return err === 'InsufficientFundsForFee' || err === 'AccountNotFound'
}
