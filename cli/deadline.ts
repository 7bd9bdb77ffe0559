import type { Io } from './io.ts'
import { CliError, cliError, Interruption } from './output/cli-error.ts'
import { exitCodes } from './output/exit-codes.ts'

/** How many ms a stopped command can take to stop its nodes and close its files. */
const grace = 8_000

/** Runs a command until it ends, times out or is interrupted. After the command calls `inTime`, it has no time limit. */
export async function withDeadline<T>(
  io: Pick<Io, 'signal'>,
  limit: number | undefined,
  run: (signal: AbortSignal, inTime: () => void) => Promise<T>,
): Promise<T> {
  const tooLate = new AbortController()
  const timer = limit === undefined ? undefined : setTimeout(() => tooLate.abort(timeUp(limit)), limit)
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
    const running = run(signal, () => clearTimeout(timer))
    const result = await Promise.race([running, overdue])
    io.signal.throwIfAborted()
    return result
  } catch (error) {
    // If the command was stopped, throw the reason. The error that `run` threw is only a consequence of the stop.
    throw signal.aborted ? stopReason(signal.reason, error) : error
  } finally {
    ended.abort()
    clearTimeout(timer)
    clearTimeout(patience)
  }
}

function stopReason(reason: unknown, error: unknown): unknown {
  const data = error instanceof CliError ? error.data : undefined
  if (!data) return reason
  const { code, exitCode, message, hint } = asCliError(reason)
  return new CliError(code, exitCode, message, { hint, data, cause: reason })
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
