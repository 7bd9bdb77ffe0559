import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { adapterError } from '../../core/errors/adapter-error.ts'
import type { LatchkeyError } from '../../core/errors/core-error.ts'

/** What a failed import of a family's chain means: its libraries are optional peers. */
export function missingPeer(
  namespace: ChainNamespace,
  peers: readonly string[],
  error: unknown,
): LatchkeyError {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  const missing =
    code === 'ERR_MODULE_NOT_FOUND' || /cannot find (package|module)|failed to resolve/i.test(message)
  return missing && peers.some((peer) => message.includes(peer))
    ? adapterError('config/peer-missing', {
        values: { feature: `The ${namespace} chain`, install: `npm install ${peers.join(' ')}` },
        cause: error,
      })
    : adapterError('adapter/load-error', { cause: error })
}
