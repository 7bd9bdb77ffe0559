import { type ExitCode, exitCodes } from './exit-codes.ts'

/** An error of the program itself. What the library raises passes through with the library's own code. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: string
  readonly exitCode: ExitCode
  /** What to do about it. */
  readonly hint: string | undefined
  /** What was found before it went wrong; the report of a check, for one. */
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

/** Input was refused; `field` is the option or argument as the visitor knows it. */
export function invalid(field: string, reason: string, hint?: string): CliError {
  return new CliError('validation/invalid-input', exitCodes.usage, `${field}: ${reason}`, { hint })
}

/** The wallet or its secret is there but may not be used. */
export function locked(code: string, message: string, hint?: string, cause?: unknown): CliError {
  return new CliError(code, exitCodes.locked, message, { hint, cause })
}

/** Why the program was told to stop. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
  readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGPIPE'
  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGPIPE') {
    super(`The program was stopped by ${signal}`)
    this.signal = signal
  }
}
