import { type ExitCode, exitCodes } from './exit-codes.ts'

/** An error of the CLI itself. Errors of the library keep their own codes. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: string
  readonly exitCode: ExitCode
  /** What the user can do about it. */
  readonly hint: string | undefined
  /** Results from before the error, such as the report of a check. */
  readonly data: object | undefined

  constructor(
    code: string,
    exitCode: ExitCode,
    message: string,
    options: { hint?: string | undefined; cause?: unknown; data?: object | undefined } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.exitCode = exitCode
    this.hint = options.hint
    this.data = options.data
  }
}

/** A refused input; `field` is the option or argument as the user typed it. */
export function invalid(field: string, reason: string, hint?: string): CliError {
  return new CliError('validation/invalid-input', exitCodes.usage, `${field}: ${reason}`, { hint })
}

/** The wallet or its secret exists but can't be used. */
export function locked(code: string, message: string, hint?: string, cause?: unknown): CliError {
  return new CliError(code, exitCodes.locked, message, { hint, cause })
}

/** The signal that stopped the program. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
  readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGPIPE'
  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGPIPE') {
    super(`The program was stopped by ${signal}`)
    this.signal = signal
  }
}
