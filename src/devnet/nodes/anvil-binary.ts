import { createRequire } from 'node:module'
import { join } from 'node:path'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { executable, onPath } from '../find-program.ts'

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The anvil program itself: the path in the variable `ANVIL`, else the one that `@foundry-rs/anvil` carries for this
 * platform, else the one on `PATH`. npm's wrapper script is passed over, since killing it leaves the node running.
 *
 * @throws `config/peer-missing` with the install line.
 */
export function anvilBinary(env: NodeJS.ProcessEnv = process.env): string {
  const found = env.ANVIL ? executable(env.ANVIL) : (packaged() ?? onPath('anvil', env.PATH ?? ''))
  if (found) return found
  throw latchkeyError('config/peer-missing', {
    values: { feature: 'The eip155 devnet', install: 'npm install @foundry-rs/anvil' },
    ...(env.ANVIL && { details: `ANVIL names ${env.ANVIL}, which is not an executable file` }),
  })
}

const fileName = process.platform === 'win32' ? 'anvil.exe' : 'anvil'

function packaged(): string | undefined {
  const platform = `@foundry-rs/anvil-${process.platform}-${architectures[process.arch] ?? process.arch}`
  // Beside this package, or in the project that a globally installed command line is run from.
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      const main = createRequire(from).resolve('@foundry-rs/anvil/package.json')
      const binary = executable(createRequire(main).resolve(`${platform}/bin/${fileName}`))
      if (binary) return binary
    } catch {}
  }
  return undefined
}
