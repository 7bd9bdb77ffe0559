import { version } from '../../version.ts'
import type { ErrorCategory, ErrorCode, ErrorCodeOf } from './catalogue.ts'

/** The values that replace `{x}` in a message. */
export type ErrorValues = Readonly<Record<string, string | number | bigint | undefined>>

/** The rejected fields, each with its reason. */
export type ErrorIssues = readonly { readonly path: string; readonly message: string }[]

export interface ErrorOptions {
  readonly values?: ErrorValues | undefined
  readonly cause?: unknown
  /**
   * Default: the category of the first controller that the error passes through. Without a controller: `INTERNAL_SDK_ERROR`.
   * Decisions of the visitor are always `VISITOR_DECISION`.
   */
  readonly category?: ErrorCategory | undefined
  /** The text that the wallet or the server sent. For developers: the modal never shows this text. */
  readonly details?: string | undefined
  /** Default: the catalogue's message for the code. */
  readonly message?: string | undefined
  /** For `RpcError`: the error code and data that the wallet or the server sent. */
  readonly rpcCode?: number | undefined
  readonly data?: unknown
  /** The hash of the signed transaction that the error is about. */
  readonly hash?: string | undefined
  /** For `http/status`: the response. */
  readonly response?: Response | undefined
  /** For `ValidationError`. Default: one issue, with the field in `values` and the error's message. */
  readonly issues?: ErrorIssues | undefined
}
/** The options of the constructors. Here, `message` is required. */
type WithMessage = ErrorOptions & { readonly message: string }

/** Matches the codes of errors that are a visitor's decision. */
const decisions = /^flow|(user|upgrade)-rejected$/

// Marks the errors of all installed copies of Latchkey: `instanceof` recognizes only the errors of one copy.
const brand = Symbol.for('latchkey.error')

/** The base class of all Latchkey errors. `code` never changes; `message` is for people. Create errors with `latchkeyError`. */
export class LatchkeyError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name: string = 'LatchkeyError'
  readonly code: C
  readonly category: ErrorCategory
  readonly details: string | undefined
  readonly values: ErrorValues
  /**
   * The hash of the transaction, if the transaction was signed before the error. Look up the transaction by this hash. With
   * `rpc/maybe-sent`, the transaction may have been sent.
   */
  readonly hash: string | undefined
  readonly version = version
  readonly [brand] = true

  constructor(code: C, { values = {}, cause, category, details, message, hash }: WithMessage) {
    super(fillMessage(message, values), cause === undefined ? undefined : { cause })
    this.code = code
    this.category = decisions.test(code) ? 'VISITOR_DECISION' : (category ?? 'INTERNAL_SDK_ERROR')
    this.details = details
    this.values = values
    this.hash = hash
  }

  /** The path of the error's documentation in the package, such as `docs/errors.md#wallet-user-rejected`. */
  get docsUrl(): string {
    return `docs/errors.md#${this.code.replace('/', '-')}`
  }

  /** The host that failed, without the path of the URL, because the path may contain a key. Undefined if no host is involved. */
  get host(): string | undefined {
    return this.values.host as string | undefined
  }

  /** Tests this error, then its cause, then the cause's cause, and so on. Returns the first error that passes the test. */
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
export class WalletError extends LatchkeyError<ErrorCodeOf<'wallet' | 'calls' | 'ledger'>> {
  override readonly name = 'WalletError'
}
export class FrameError extends LatchkeyError<ErrorCodeOf<'frame'>> {
  override readonly name = 'FrameError'
}
export class FlowError extends LatchkeyError<ErrorCodeOf<'flow'>> {
  override readonly name = 'FlowError'
}

/** The error that an endpoint or a wallet returned. `rpcCode` and `data` are the code and the data of the returned error. */
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

/** The error of an HTTP request. Only `http/status` has a `response`. The body of the response may be consumed already. */
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

/** The error of invalid input. `issues` lists the invalid fields with the reasons. */
export class ValidationError extends LatchkeyError<ErrorCodeOf<'validation' | 'caip'>> {
  override readonly name = 'ValidationError'
  readonly issues: ErrorIssues

  constructor(code: ErrorCodeOf<'validation' | 'caip'>, options: WithMessage) {
    super(code, options)
    this.issues = options.issues ?? [{ path: String(options.values?.field ?? ''), message: this.message }]
  }
}

/** The error of an operation that the family or the wallet doesn't support. Usually, the wallet wasn't asked. */
export class UnsupportedError extends LatchkeyError<'adapter/unsupported'> {
  override readonly name = 'UnsupportedError'
  readonly capability: string

  constructor(code: 'adapter/unsupported', options: WithMessage) {
    super(code, options)
    this.capability = String(options.values?.capability)
  }
}

/** The error classes by domain. One key is a full code instead of a domain. */
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
  ledger: WalletError,
  calls: WalletError,
  rpc: RpcError,
  node: RpcError,
  http: HttpError,
  frame: FrameError,
  flow: FlowError,
}
type Classes = typeof classOf

/** The type of the error with a code. */
export type ErrorOf<C extends ErrorCode> = C extends keyof Classes
  ? InstanceType<Classes[C]>
  : C extends `${infer D}/${string}`
    ? D extends keyof Classes
      ? InstanceType<Classes[D]>
      : LatchkeyError<C>
    : never

/**
 * Creates an error with the given message. In the sources, call `latchkeyError` instead. The build replaces each
 * `latchkeyError('a/code', …)` with a call of this function and the code's message. So pages load only the messages that they can
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

/** Returns whether the value is an error of any installed copy of Latchkey. If `code` is given, the error must have this code. */
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

/**
 * Returns the message to show (S1.8): the value itself if it's a string, or the first validation issue, or the error's message.
 */
export function displayMessage(error: unknown): string {
  if (typeof error === 'string') return error
  const { issues, message } = (error ?? {}) as { issues?: unknown; message?: unknown }
  const first: unknown = Array.isArray(issues) ? issues[0]?.message : undefined
  if (typeof first === 'string') return first
  return typeof message === 'string' && message !== '' ? message : 'Unknown error'
}

/**
 * Converts an `AbortError` to `flow/aborted`, and any other foreign error to `internal/unexpected`. Returns a `LatchkeyError` as
 * it is, but replaces its category if this is still the default category. The two messages below are copies from the catalogue,
 * because this file must not import the catalogue.
 */
export function toLatchkeyError(error: unknown, category?: ErrorCategory): LatchkeyError {
  if (isLatchkeyError(error)) {
    if (category && error.category === 'INTERNAL_SDK_ERROR')
      (error as { category: ErrorCategory }).category = category
    return error
  }
  if ((error as { name?: unknown } | null)?.name === 'AbortError')
    return errorOf('flow/aborted', 'The operation was canceled', { cause: error })
  const values = { message: displayMessage(error) }
  return errorOf('internal/unexpected', '{message}', { values, cause: error, category })
}

/** Replaces each `{key}` by its value. Leaves a key without a value unchanged. */
export function fillMessage(text: string, values: ErrorValues): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    values[key] === undefined ? whole : String(values[key]),
  )
}
