import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { executable, onPath } from '../../find-program.ts'

export const bitcoindInstall =
  'install Bitcoin Core (https://bitcoincore.org/en/download), or set BITCOIND to its bitcoind'

/**
 * Returns the path of bitcoind: the path in the variable `BITCOIND`, or bitcoind on `PATH`. Undefined if there is none, or if `BITCOIND` is `none`.
 * @throws `config/peer-missing` when `BITCOIND` isn't the path of an executable file.
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
