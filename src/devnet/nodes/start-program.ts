import { on } from 'node:events'
import { createInterface } from 'node:readline'
import { throwIfAborted } from '../../core/async/abort.ts'
import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { TiedProcess } from '../tied-process.ts'

export interface RunningProgram {
  readonly url: string
  /** Undefined after the program has ended. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

export interface ProgramStart {
  /** Aborts if the caller aborts, or if the start takes too long. */
  readonly signal: AbortSignal
  /** Returns the error of a program that doesn't start. */
  failed(reason: string, cause?: unknown): LatchkeyError
}

export interface ProgramStartOptions {
  /** The program's name for the error. */
  readonly program: string
  /** In ms. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
  /** If the start fails, stops what has already started. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a program within a time limit.
 * @throws `flow/aborted`, `internal/unexpected` when the start takes too long, and the errors of `run`.
 */
export async function startProgram<T>(
  { program, timeout, signal, stop }: ProgramStartOptions,
  run: (start: ProgramStart) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(timeout)
  const failed = (reason: string, cause?: unknown) =>
    latchkeyError('internal/unexpected', {
      values: { message: `${program} could not be started: ${reason}` },
      cause,
    })
  try {
    throwIfAborted(signal)
    return await run({ signal: signal ? AbortSignal.any([signal, limit]) : limit, failed })
  } catch (error) {
    await stop()
    throwIfAborted(signal)
    throw limit.aborted ? failed(`it did not answer within ${timeout / 1000} s`, error) : error
  }
}

/**
 * Reads the output of a process until it ends, because a full pipe would block the process.
 * @returns Rejects with the last output when the process ends.
 */
export function untilEnd({ child, ended }: TiedProcess, { failed }: ProgramStart): Promise<never> {
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (text) => {
      said = (said + String(text)).slice(-2000)
    })
  const end = ended.then(({ code, signal, error }): never => {
    const output = said.trim() && `: ${said.trim()}`
    throw failed(`it ended by ${error?.message ?? signal ?? `code ${code}`}${output}`, error)
  })
  // The promise also rejects when the process ends normally. No caller waits for it then, so handle the rejection here.
  end.catch(() => {})
  return end
}

/** Waits for a line of output in which `read` finds something. */
export function lineOf<T>(
  process: TiedProcess,
  read: (line: string) => T | undefined,
  start: ProgramStart,
): Promise<T> {
  const find = async () => {
    const { stdout } = process.child
    const lines = stdout ? on(createInterface(stdout), 'line', { signal: start.signal }) : []
    for await (const [line] of lines) {
      const value = read(line)
      if (value !== undefined) return value
    }
    throw start.failed('it has no output')
  }
  return Promise.race([find(), untilEnd(process, start)])
}
