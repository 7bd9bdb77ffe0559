import { extensionErrorFrom } from './extension-errors.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from './latchkey-error.ts'

/** Matches the messages with which Keplr, Leap and Cosmostation report an unknown network. */
const unknownChain =
  /no chain ?info|no modular chain ?info|(unknown|invalid|unsupported|not supported) chain|chain .*not (found|supported)/i

/** Converts an error of a Keplr-style wallet. Such errors cross a message port as text. */
export function keplrErrorFrom(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const text = typeof error === 'string' ? error : String((error as Error | undefined)?.message)
  return unknownChain.test(text)
    ? latchkeyError('network/not-added', { cause: error, details: text.slice(0, 500) })
    : extensionErrorFrom(error, method)
}
