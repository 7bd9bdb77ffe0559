import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'

/** What a failed import of the chain half means: viem is an optional peer. */
export function missingPeer(error: unknown): LatchkeyError {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  const missing =
    code === 'ERR_MODULE_NOT_FOUND' || /cannot find (package|module)|failed to resolve/i.test(message)
  return missing && /viem/.test(message)
    ? latchkeyError('config/peer-missing', {
        values: { feature: 'The eip155 chain', install: 'npm install viem' },
        cause: error,
      })
    : latchkeyError('adapter/load-error', { cause: error })
}
