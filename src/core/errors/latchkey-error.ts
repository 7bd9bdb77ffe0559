import { catalogue, type ErrorCode } from './catalogue.ts'
import type { LatchkeyError } from './core-error.ts'
import { type AnyErrorOptions, errorOf } from './error-of.ts'

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

/** Makes the error of a code, in the class of its domain, with the message of the catalogue. */
export function latchkeyError(code: ErrorCode, options?: AnyErrorOptions): LatchkeyError {
  return errorOf(code, catalogue[code], options)
}
