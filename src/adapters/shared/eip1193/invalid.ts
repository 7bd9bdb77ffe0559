import { latchkeyError } from '../../../core/errors/latchkey-error.ts'

/** The error for invalid parameters of an RPC method. */
export function invalid(method: string, field: string, reason: string) {
  return latchkeyError('rpc/invalid-params', {
    values: { method },
    message: `The parameters of ${method} are invalid: ${field}: ${reason}`,
  })
}
