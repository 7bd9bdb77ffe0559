import { adapterMessages } from './adapter-messages.ts'
import type { LatchkeyError } from './core-error.ts'
import type { coreMessages } from './core-messages.ts'
import { type AnyErrorOptions, errorOf } from './error-of.ts'

/** `latchkeyError` for what is loaded at a connect: with the messages of the wallet halves alone. */
export function adapterError(
  code: keyof typeof adapterMessages | keyof typeof coreMessages,
  options?: AnyErrorOptions,
): LatchkeyError {
  return errorOf(code, (adapterMessages as Partial<Record<string, string>>)[code], options)
}
