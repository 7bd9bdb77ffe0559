import { type ExitCode, exitCodeOf } from './exit-codes.ts'

export interface CliErrorOptions {
  readonly hint?: string | undefined
  readonly cause?: unknown
  readonly data?: object | undefined
  readonly hash?: string | undefined
}

/** An error of the CLI. Errors of the library have their own codes. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: string
  readonly exitCode: ExitCode
  readonly hint: string | undefined
  /** The results before the error, such as the report of a check. */
  readonly data: object | undefined
  /** The hash of a transaction that was sent, or may have been sent, before the error. */
  readonly hash: string | undefined

  constructor(code: string, exitCode: ExitCode, message: string, options: CliErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.exitCode = exitCode
    this.hint = options.hint
    this.data = options.data
    this.hash = options.hash
  }
}

/** Creates an error of the CLI. `exit-codes.ts` maps the code to an exit code. */
export function cliError(code: string, message: string, options?: CliErrorOptions): CliError {
  return new CliError(code, exitCodeOf({ code }), message, options)
}

/** The error of wrong input. `field` is the option or the argument as the user typed it. */
export function invalid(field: string, reason: string, hint?: string): CliError {
  return cliError('validation/invalid-input', `${field}: ${reason}`, { hint })
}

export class Interruption extends Error {
  override readonly name = 'Interruption'
  readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGPIPE'
  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGPIPE') {
    super(`The program was stopped by ${signal}`)
    this.signal = signal
  }
}
