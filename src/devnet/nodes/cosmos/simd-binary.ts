import { homedir } from 'node:os'
import { join } from 'node:path'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { executable, onPath } from '../../find-program.ts'

/** The script `devnet:simd` exists only in a clone of the repository. */
export const simdInstall =
  'build simd v0.46 (https://github.com/cosmos/cosmos-sdk) and set SIMD to it, or in a clone of Latchkey: npm run devnet:simd'

/** The path to which `npm run devnet:simd` builds simd. */
function builtSimd(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'latchkey', 'simd', 'simd')
}

/**
 * Returns the path of `simd`: the path in the variable `SIMD`, or simd on `PATH`, or the simd that `npm run devnet:simd` built. Undefined if there is
 * none, or if `SIMD` is `none`.
 * @throws `config/peer-missing` when `SIMD` isn't the path of an executable file.
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
