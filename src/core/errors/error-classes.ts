import { version } from '../../version.ts'
import type { ErrorCategory, ErrorCode, ErrorCodeOf } from './catalogue.ts'

/** What `{x}` in a message stands for. */
export type ErrorValues = Readonly<Record<string, string | number | bigint | undefined>>

/** What was refused, each with its field. */
export type ErrorIssues = readonly { readonly path: string; readonly message: string }[]

export interface ErrorOptions {
  readonly values?: ErrorValues | undefined
  readonly cause?: unknown
  /** Default: that of the first boundary that the error passes, else `INTERNAL_SDK_ERROR`. A decision of the visitor has its own. */
  readonly category?: ErrorCategory | undefined
  /** What the other side said, word for word; for logs, never for the visitor. */
  readonly details?: string | undefined
  /** Default: what the catalogue says for the code. */
  readonly message?: string | undefined
  /** Of a `RpcError`: the number and the data that the other side gave. */
  readonly rpcCode?: number | undefined
  readonly data?: unknown
  /** Of a `HttpError`: the answer, when there was one. */
  readonly response?: Response | undefined
  /** Of a `ValidationError`; by default the field of `values`, with the message. */
  readonly issues?: ErrorIssues | undefined
}
/** An error is made with its message; `latchkeyError` finds the one of the code. */
type WithMessage = ErrorOptions & { readonly message: string }

/** The codes of what a visitor decided. */
const decisions = /^flow|(user|upgrade)-rejected$/

// Compared by name, not by class, so that errors of two installed copies are told apart from foreign ones all the same.
const brand = Symbol.for('latchkey.error')

/** Base of every error that Latchkey raises. `code` is stable; `message` is for people. `latchkeyError` makes one. */
export class LatchkeyError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name: string = 'LatchkeyError'
  readonly code: C
  readonly category: ErrorCategory
  readonly details: string | undefined
  readonly values: ErrorValues
  readonly version = version
  readonly [brand] = true

  constructor(code: C, { values = {}, cause, category, details, message }: WithMessage) {
    super(fillMessage(message, values), cause === undefined ? undefined : { cause })
    this.code = code
    this.category = decisions.test(code) ? 'VISITOR_DECISION' : (category ?? 'INTERNAL_SDK_ERROR')
    this.details = details
    this.values = values
  }

  /** Where the error is explained, relative to the package: `docs/errors.md#wallet-user-rejected`. */
  get docsUrl(): string {
    return `docs/errors.md#${this.code.replace('/', '-')}`
  }

  /** The first error down the chain of causes that the test accepts, this one included. */
  walk<T = unknown>(test: (error: unknown) => boolean): T | undefined {
    let error: unknown = this
    for (let depth = 0; error !== undefined && error !== null && depth < 32; depth++) {
      if (test(error)) return error as T
      error = (error as { cause?: unknown }).cause
    }
    return undefined
  }
}

export class ConfigError extends LatchkeyError<ErrorCodeOf<'config'>> {
  override readonly name = 'ConfigError'
}
export class ConnectionError extends LatchkeyError<
  ErrorCodeOf<'connection' | 'session' | 'network' | 'adapter'>
> {
  override readonly name = 'ConnectionError'
}
export class WalletError extends LatchkeyError<ErrorCodeOf<'wallet' | 'calls'>> {
  override readonly name = 'WalletError'
}
export class FrameError extends LatchkeyError<ErrorCodeOf<'frame'>> {
  override readonly name = 'FrameError'
}
export class FlowError extends LatchkeyError<ErrorCodeOf<'flow'>> {
  override readonly name = 'FlowError'
}

/** An endpoint or a wallet answered with an error object. `rpcCode` and `data` are its own. */
export class RpcError extends LatchkeyError {
  override readonly name = 'RpcError'
  readonly rpcCode: number | undefined
  readonly data: unknown

  constructor(code: ErrorCode, options: WithMessage) {
    super(code, options)
    this.rpcCode = options.rpcCode
    this.data = options.data
  }
}

/** An HTTP exchange failed. `response` stands when there was one; its body may have been read. */
export class HttpError extends LatchkeyError<ErrorCodeOf<'http'>> {
  override readonly name = 'HttpError'
  readonly status: number | undefined
  readonly response: Response | undefined

  constructor(code: ErrorCodeOf<'http'>, options: WithMessage) {
    super(code, options)
    this.status = options.response?.status
    this.response = options.response
  }
}

/** Input was refused. `issues` names each field and what is wrong with it. */
export class ValidationError extends LatchkeyError<ErrorCodeOf<'validation' | 'caip'>> {
  override readonly name = 'ValidationError'
  readonly issues: ErrorIssues

  constructor(code: ErrorCodeOf<'validation' | 'caip'>, options: WithMessage) {
    super(code, options)
    this.issues = options.issues ?? [{ path: String(options.values?.field ?? ''), message: this.message }]
  }
}

/** Neither the family nor the wallet can do this; nothing was asked of the wallet. */
export class UnsupportedError extends LatchkeyError<'adapter/unsupported'> {
  override readonly name = 'UnsupportedError'
  readonly capability: string

  constructor(code: 'adapter/unsupported', options: WithMessage) {
    super(code, options)
    this.capability = String(options.values?.capability)
  }
}

/** The class of each domain, and of the one code that has a class of its own. */
const classOf = {
  caip: ValidationError,
  validation: ValidationError,
  config: ConfigError,
  connection: ConnectionError,
  session: ConnectionError,
  network: ConnectionError,
  adapter: ConnectionError,
  'adapter/unsupported': UnsupportedError,
  wallet: WalletError,
  calls: WalletError,
  rpc: RpcError,
  node: RpcError,
  http: HttpError,
  frame: FrameError,
  flow: FlowError,
}
type Classes = typeof classOf

/** What `latchkeyError` makes of a code. */
export type ErrorOf<C extends ErrorCode> = C extends keyof Classes
  ? InstanceType<Classes[C]>
  : C extends `${infer D}/${string}`
    ? D extends keyof Classes
      ? InstanceType<Classes[D]>
      : LatchkeyError<C>
    : never

/**
 * Makes the error of a code with the message that is given. In the sources `latchkeyError` alone calls it; the build writes
 * it in the place of each `latchkeyError('a/code', …)`, with the message, so that a page loads no message that it cannot
 * show.
 */
export function errorOf<C extends ErrorCode>(code: C, message: string, options?: ErrorOptions): ErrorOf<C> {
  const classes = classOf as Partial<Record<string, unknown>>
  const Class = classes[code] ?? classes[code.split('/')[0] as string] ?? LatchkeyError
  return new (Class as new (code: C, options: WithMessage) => ErrorOf<C>)(code, {
    message,
    ...options,
  })
}

/** True for an error of any installed copy of Latchkey; with a code, only for that one. */
export function isLatchkeyError<C extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: C,
): error is LatchkeyError<C> {
  return (
    typeof error === 'object' &&
    error !== null &&
    (error as Record<symbol, unknown>)[brand] === true &&
    (code === undefined || (error as LatchkeyError).code === code)
  )
}

/** What to show: the string itself, else the first validation issue, else the message. Specification 1, section 8. */
export function displayMessage(error: unknown): string {
  if (typeof error === 'string') return error
  const { issues, message } = (error ?? {}) as { issues?: unknown; message?: unknown }
  const first: unknown = Array.isArray(issues) ? issues[0]?.message : undefined
  if (typeof first === 'string') return first
  return typeof message === 'string' && message !== '' ? message : 'Unknown error'
}

/**
 * Wraps what is not ours yet. What is ours passes as it is, so that nothing is wrapped twice, and takes the category when
 * whoever raised it has named none. It stands with the classes, below the catalogue, so the two messages are repeated here.
 */
export function toLatchkeyError(error: unknown, category?: ErrorCategory): LatchkeyError {
  if (isLatchkeyError(error)) {
    if (category && error.category === 'INTERNAL_SDK_ERROR')
      (error as { category: ErrorCategory }).category = category
    return error
  }
  if ((error as { name?: unknown } | null)?.name === 'AbortError')
    return errorOf('flow/aborted', 'The operation was cancelled', { cause: error })
  const values = { message: displayMessage(error) }
  return errorOf('internal/unexpected', '{message}', { values, cause: error, category })
}

/** Puts values in the place of `{key}`; a key without a value stays as it is. */
export function fillMessage(text: string, values: ErrorValues): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    values[key] === undefined ? whole : String(values[key]),
  )
}
