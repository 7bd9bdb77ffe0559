import { latchkeyError } from '../../../core/errors/latchkey-error.ts'

export function invalid(method: string, field: string, reason: string) {
  return latchkeyError('rpc/invalid-params', {
    values: { method },
    message: `The parameters of ${method} are invalid: ${field}: ${reason}`,
  })
}
