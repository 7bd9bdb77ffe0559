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
 * Creates the error of a code, with the class of the code's domain and the catalogue's message. Pass the code as a literal. The
 * build can then inline the message, so that pages don't load the catalogue.
 */
export function latchkeyError<C extends ErrorCode>(code: C, options?: ErrorOptions): ErrorOf<C> {
  return errorOf(code, catalogue[code], options)
}
