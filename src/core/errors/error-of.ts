import type { ErrorCode, ErrorDomain } from './catalogue.ts'
import {
  ConfigError,
  ConnectionError,
  type ErrorOptions,
  FlowError,
  FrameError,
  HttpError,
  LatchkeyError,
  type OwnMessage,
  RpcError,
  ValidationError,
  WalletError,
} from './core-error.ts'

type ErrorClass = new (code: never, options: OwnMessage) => LatchkeyError
const classOf: Partial<Record<ErrorDomain, ErrorClass>> = {
  caip: ValidationError,
  validation: ValidationError,
  config: ConfigError,
  connection: ConnectionError,
  session: ConnectionError,
  network: ConnectionError,
  adapter: ConnectionError,
  wallet: WalletError,
  calls: WalletError,
  rpc: RpcError,
  node: RpcError,
  http: HttpError,
  frame: FrameError,
  flow: FlowError,
}

/** What the classes of some domains take beside the common options. */
export type AnyErrorOptions = ErrorOptions & {
  readonly rpcCode?: number | undefined
  readonly data?: unknown
  readonly response?: Response | undefined
}

/** Makes the error of a code, in the class of its domain. The core knows the messages of what it raises itself. */
export function errorOf(
  code: ErrorCode,
  message: string | undefined,
  options?: AnyErrorOptions,
): LatchkeyError {
  const Class = classOf[code.slice(0, code.indexOf('/')) as ErrorDomain] ?? LatchkeyError
  return new Class(code as never, { message, ...options } as OwnMessage)
}
