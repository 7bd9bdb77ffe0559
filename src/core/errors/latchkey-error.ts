import { catalogue, type ErrorCode, type ErrorDomain } from './catalogue.ts'
import {
  ConfigError,
  ConnectionError,
  type ErrorOptions,
  FlowError,
  FrameError,
  HttpError,
  LatchkeyError,
  RpcError,
  ValidationError,
  WalletError,
} from './core-error.ts'

export { throwIfAborted } from '../timing.ts'
// What is not loaded at the start needs no other module; what is imports `core-error`, without all the messages.
export {
  ConfigError,
  ConnectionError,
  displayMessage,
  type ErrorOptions,
  type ErrorValues,
  FlowError,
  FrameError,
  fillMessage,
  HttpError,
  isLatchkeyError,
  LatchkeyError,
  RpcError,
  toLatchkeyError,
  UnsupportedError,
  ValidationError,
  WalletError,
} from './core-error.ts'

type ErrorClass = new (code: never, options?: ErrorOptions) => LatchkeyError
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
type AnyErrorOptions = ErrorOptions & {
  readonly rpcCode?: number | undefined
  readonly data?: unknown
  readonly response?: Response | undefined
}

/** Makes the error of a code, in the class of its domain, with the message of the catalogue. */
export function latchkeyError(code: ErrorCode, options?: AnyErrorOptions): LatchkeyError {
  const Class = classOf[code.slice(0, code.indexOf('/')) as ErrorDomain] ?? LatchkeyError
  return new Class(code as never, { message: catalogue[code], ...options })
}
