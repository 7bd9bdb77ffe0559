import { homedir } from 'node:os'
import { join } from 'node:path'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { executable, onPath } from '../../find-program.ts'

/** What builds it where Go is. */
export const simdInstall = 'npm run devnet:simd'

/** Where `npm run devnet:simd` leaves what it built. */
function builtSimd(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'latchkey', 'simd', 'simd')
}

/**
 * The program `simd` of the Cosmos SDK: the path in the variable `SIMD`, else the one on `PATH`, else the one that was
 * built here; undefined when there is none. `SIMD=none` passes them all over.
 *
 * @throws `config/peer-missing` when `SIMD` names what is not there.
 */
export function simdBinary(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.SIMD === 'none') return undefined
  if (!env.SIMD) return onPath('simd', env.PATH ?? '') ?? executable(builtSimd(env))
  const found = executable(env.SIMD)
  if (found) return found
  throw latchkeyError('config/peer-missing', {
    values: { feature: 'The cosmos devnet', install: simdInstall },
    details: `SIMD names ${env.SIMD}, which is not an executable file`,
  })
}
