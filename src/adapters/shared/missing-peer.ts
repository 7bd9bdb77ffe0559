import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'

/** The error for a failed import of a family's chain class, whose libraries are optional peers. */
export function missingPeer(
  namespace: ChainNamespace,
  peers: readonly string[],
  error: unknown,
): LatchkeyError {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  const missing =
    code === 'ERR_MODULE_NOT_FOUND' || /cannot find (package|module)|failed to resolve/i.test(message)
  return missing && peers.some((peer) => message.includes(peer))
    ? latchkeyError('config/peer-missing', {
        values: { feature: `The ${namespace} chain`, install: `npm install ${peers.join(' ')}` },
        cause: error,
      })
    : latchkeyError('adapter/load-error', { cause: error })
}
