// The compiler checks this file in `npm test`. It reports each @ts-expect-error above a line without an error.
import type { HttpError, ValidationError } from 'latchkey'
import { latchkeyError } from 'latchkey/testing'

latchkeyError('wallet/user-rejected')
latchkeyError('wallet/user-rejected', { message: 'No' })

// The class belongs to the code's domain, so the error has the members of this class.
export const status: number | undefined = latchkeyError('http/status').status
export const capability: string = latchkeyError('adapter/unsupported').capability
export const refused: ValidationError = latchkeyError('validation/invalid-amount', {
  values: { reason: 'x' },
})

// @ts-expect-error there is no such code
latchkeyError('wallet/user-refused')
// @ts-expect-error a configuration error is no HTTP error
export const other: HttpError = latchkeyError('config/disposed')
