import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { executable, onPath } from '../../find-program.ts'

/**
 * The bitcoind program: the path in the variable `BITCOIND`, else the one on `PATH`.
 *
 * @throws `config/peer-missing` with what to install.
 */
export function bitcoindBinary(env: NodeJS.ProcessEnv = process.env): string {
  const found = env.BITCOIND ? executable(env.BITCOIND) : onPath('bitcoind', env.PATH ?? '')
  if (found) return found
  throw latchkeyError('config/peer-missing', {
    values: {
      feature: 'The bip122 devnet',
      install: 'install Bitcoin Core (https://bitcoincore.org/en/download), or set BITCOIND to its bitcoind',
    },
    ...(env.BITCOIND && { details: `BITCOIND names ${env.BITCOIND}, which is not an executable file` }),
  })
}
