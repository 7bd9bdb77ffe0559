import { createRequire } from 'node:module'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { executable, onPath } from '../find-program.ts'

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Finds the anvil binary: the path in the variable `ANVIL`, else the one in `@foundry-rs/anvil` if it is installed beside
 * this package, else the one on `PATH`. Avoids npm's wrapper script, because killing it leaves the node running.
 *
 * @throws `config/peer-missing` with the install command.
 */
export function anvilBinary(env: NodeJS.ProcessEnv = process.env): string {
  const found = env.ANVIL ? executable(env.ANVIL) : (packaged() ?? onPath('anvil', env.PATH ?? ''))
  if (found) return found
  throw latchkeyError('config/peer-missing', {
    values: { feature: 'The eip155 devnet', install: 'npm install @foundry-rs/anvil' },
    details: env.ANVIL
      ? `ANVIL names ${env.ANVIL}, which is not an executable file`
      : 'Install it beside latchkey or on PATH, or set ANVIL to its path',
  })
}

const fileName = process.platform === 'win32' ? 'anvil.exe' : 'anvil'

function packaged(): string | undefined {
  const platform = `@foundry-rs/anvil-${process.platform}-${architectures[process.arch] ?? process.arch}`
  // Search only beside this package: the current folder must not choose what runs.
  try {
    const main = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    return executable(createRequire(main).resolve(`${platform}/bin/${fileName}`))
  } catch {
    return undefined
  }
}
