import type { Io } from './io.ts'
import { CliError, cliError, Interruption } from './output/cli-error.ts'
import { exitCodes, hashOf } from './output/exit-codes.ts'

/** How many ms a stopped command can take to stop its nodes and close its files. */
const grace = 8_000

/**
 * The time limit for a step in a wallet on another device, in ms. The user needs time to take out the phone, scan the QR code and
 * read.
 */
export const remoteWalletLimit = 300_000

/** The time limit until a transaction is in a block, in ms. Longer than the library's limit for a transaction that no node shows. */
export const blockLimit = 300_000

/** The time limit for slow networks and for bridges, in ms. A Bitcoin block takes ten minutes on average, and sometimes an hour. */
export const slowBlockLimit = 3_600_000

/** The time limit of a running command. */
export interface TimeLimit {
  /** Removes the limit. */
  end(): void
  /** Starts a new limit, in ms, from now on. Does nothing after `end`. */
  restart(limit: number): void
}

/** Runs a command until it ends, times out or is interrupted. Without `limit`, the command has no time limit. */
export async function withDeadline<T>(
  io: Pick<Io, 'signal'>,
  limit: number | undefined,
  run: (signal: AbortSignal, time: TimeLimit) => Promise<T>,
): Promise<T> {
  const tooLate = new AbortController()
  const start = (ms: number) => setTimeout(() => tooLate.abort(timeUp(ms)), ms)
  let timer = limit === undefined ? undefined : start(limit)
  const time: TimeLimit = {
    end() {
      clearTimeout(timer)
      timer = undefined
    },
    restart(ms) {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = start(ms)
    },
  }
  const signal = AbortSignal.any([io.signal, tooLate.signal])
  const ended = new AbortController()
  let patience: NodeJS.Timeout | undefined
  try {
    const overdue = new Promise<never>((_, reject) => {
      const wait = () => {
        patience = setTimeout(() => reject(signal.reason), grace)
      }
      if (signal.aborted) wait()
      else signal.addEventListener('abort', wait, { once: true, signal: ended.signal })
    })
    const result = await Promise.race([run(signal, time), overdue])
    io.signal.throwIfAborted()
    return result
  } catch (error) {
    // If the command was stopped, throw the reason. The error that `run` threw is only a consequence of the stop.
    throw signal.aborted ? stopReason(signal.reason, error) : error
  } finally {
    ended.abort()
    time.end()
    clearTimeout(patience)
  }
}

/** The hint for a transaction whose outcome is unknown. */
export const maybeSentHint =
  'The transaction may have been sent. Before you send again, look for it in the activity of the account.'

/**
 * Returns the reason of a stop, together with the command's results: its data, and the hash of a transaction that it sent or may
 * have sent.
 */
function stopReason(reason: unknown, error: unknown): unknown {
  const own: { readonly hash?: unknown; readonly status?: { readonly phase?: unknown } } | undefined =
    error instanceof CliError ? error.data : undefined
  const hash = typeof own?.hash === 'string' ? own.hash : hashOf(error)
  const maybeSent = hash !== undefined || Object(error).code === 'rpc/maybe-sent'
  if (!own && !maybeSent) return reason
  const data = own ?? { ...(hash !== undefined && { hash }), status: { phase: 'unknown' } }
  const { code, exitCode, message, hint } = asCliError(reason)
  // The report of a check has no status.
  const unknown = data.status ? data.status.phase === 'unknown' : maybeSent
  return new CliError(code, exitCode, message, {
    ...{ data, hash, cause: reason },
    hint: unknown ? maybeSentHint : hint,
  })
}

function timeUp(limit: number): CliError {
  const hint = 'Give it more time with --timeout <seconds>, or look at the endpoint with latchkey doctor.'
  return cliError('cli/timeout', `The command did not end within ${limit / 1000} s`, { hint })
}

export function asCliError(reason: unknown): CliError {
  if (reason instanceof CliError) return reason
  const terminated = reason instanceof Interruption && reason.signal === 'SIGTERM'
  const exitCode = terminated ? exitCodes.terminated : exitCodes.interrupted
  return new CliError('cli/interrupted', exitCode, 'Interrupted', { cause: reason })
}
