import { extensionErrorFrom } from './extension-errors.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from './latchkey-error.ts'

/** How Keplr, Leap and Cosmostation say that they do not know a chain. */
const unknownChain =
  /no chain ?info|no modular chain ?info|(unknown|invalid|unsupported|not supported) chain|chain .*not (found|supported)/i

/** What a Keplr-style wallet threw, as ours. Its errors cross a message port as texts. */
export function keplrErrorFrom(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const text = typeof error === 'string' ? error : String((error as Error | undefined)?.message)
  return unknownChain.test(text)
    ? latchkeyError('network/not-added', { cause: error, details: text.slice(0, 500) })
    : extensionErrorFrom(error, method)
}
