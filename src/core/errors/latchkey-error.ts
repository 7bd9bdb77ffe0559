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
 * Creates the error of a code, with its domain's class and the catalogue's message. This is the only way to create an error. If the
 * code is a literal, the build inlines its message, so that pages don't load the catalogue for it.
 */
export function latchkeyError<C extends ErrorCode>(code: C, options?: ErrorOptions): ErrorOf<C> {
  return errorOf(code, catalogue[code], options)
}
