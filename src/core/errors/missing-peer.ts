import { type LatchkeyError, latchkeyError } from './latchkey-error.ts'

/**
 * Returns the error for a failed `import()` of Latchkey code that needs optional peer dependencies. The message of
 * `config/peer-missing` begins with `feature`, such as `The eip155 chain`.
 * @returns `config/peer-missing` with the install command, or `adapter/load-error` if the import failed for another reason.
 */
export function missingPeer(feature: string, peers: readonly string[], error: unknown): LatchkeyError {
  const { code, message = '' } = Object(error) as { code?: unknown; message?: string }
  const missing =
    code === 'ERR_MODULE_NOT_FOUND' ||
    code === 'MODULE_NOT_FOUND' ||
    // Matches the messages for a missing package of Node, webpack, Vite's import analysis, Vite's stub for optional peers, and
    // browsers without an import map.
    /cannot find (package|module)|failed to resolve|could not resolve/i.test(message)
  return missing && peers.some((peer) => message.includes(peer))
    ? latchkeyError('config/peer-missing', {
        values: { feature, install: `npm install ${peers.join(' ')}` },
        cause: error,
      })
    : latchkeyError('adapter/load-error', { cause: error })
}
