import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { executable, onPath } from '../../find-program.ts'

/** How to install bitcoind, for error messages and logs. */
export const bitcoindInstall =
  'install Bitcoin Core (https://bitcoincore.org/en/download), or set BITCOIND to its bitcoind'

/**
 * Finds the bitcoind binary: the path in the variable `BITCOIND`, else the one on `PATH`. Undefined if there is none, or
 * with `BITCOIND=none`.
 *
 * @throws `config/peer-missing` when the file in `BITCOIND` doesn't exist.
 */
export function bitcoindBinary(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.BITCOIND === 'none') return undefined
  if (!env.BITCOIND) return onPath('bitcoind', env.PATH ?? '')
  const found = executable(env.BITCOIND)
  if (found) return found
  throw latchkeyError('config/peer-missing', {
    values: { feature: 'The bip122 devnet', install: bitcoindInstall },
    details: `BITCOIND names ${env.BITCOIND}, which is not an executable file`,
  })
}
