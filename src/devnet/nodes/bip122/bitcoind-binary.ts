import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { executable, onPath } from '../../find-program.ts'

/** How to install bitcoind, for a reader. */
export const bitcoindInstall =
  'install Bitcoin Core (https://bitcoincore.org/en/download), or set BITCOIND to its bitcoind'

/**
 * The bitcoind program: the path in the variable `BITCOIND`, else the one on `PATH`; undefined when there is none.
 * With `BITCOIND=none` none is used.
 *
 * @throws `config/peer-missing` when `BITCOIND` names a file that does not exist.
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
