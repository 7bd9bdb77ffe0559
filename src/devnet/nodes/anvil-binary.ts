import { createRequire } from 'node:module'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { executable, onPath } from '../find-program.ts'

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Returns the path of anvil: the path in the variable `ANVIL`, or `@foundry-rs/anvil` beside this package, or anvil on `PATH`. npm's wrapper script
 * isn't used, because anvil keeps running when the script is killed.
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
  // Searches only beside this package, because a project in the current folder must not decide what runs.
  try {
    const main = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    return executable(createRequire(main).resolve(`${platform}/bin/${fileName}`))
  } catch {
    return undefined
  }
}
