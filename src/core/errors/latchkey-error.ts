import { catalogue, type ErrorCode } from './catalogue.ts'
import { type ErrorOf, type ErrorOptions, errorOf } from './error-classes.ts'

export {
  ConfigError,
  ConnectionError,
  displayMessage,
  type ErrorOf,
  type ErrorOptions,
  type ErrorValues,
  FlowError,
  fillMessage,
  HttpError,
  isLatchkeyError,
  LatchkeyError,
  RpcError,
  toLatchkeyError,
  ValidationError,
  WalletError,
} from './error-classes.ts'

/**
 * The one way to raise an error: the error of a code, in the class of its domain, with the message of the catalogue. Where
 * the code is a literal, the build puts its message into the call, so that the catalogue is not loaded for it.
 */
export function latchkeyError<C extends ErrorCode>(code: C, options?: ErrorOptions): ErrorOf<C> {
  return errorOf(code, catalogue[code], options)
}
