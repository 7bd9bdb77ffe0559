import { extensionErrorFrom } from './extension-errors.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from './latchkey-error.ts'

const unknownChain =
  /no chain ?info|no modular chain ?info|(unknown|invalid|unsupported|not supported) chain|chain .*not (found|supported)/i

/** Converts an error of a Keplr-style wallet. Such errors have no code, only a message. */
export function keplrErrorFrom(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const text = typeof error === 'string' ? error : String((error as Error | undefined)?.message)
  return unknownChain.test(text)
    ? latchkeyError('network/not-added', { cause: error, details: text.slice(0, 500) })
    : extensionErrorFrom(error, method)
}
