import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The optional packages, and what for. */
export const peers = [
  { name: 'viem', family: 'eip155', use: 'reads, sends and signs on eip155' },
  { name: '@foundry-rs/anvil', family: 'eip155', use: 'runs the eip155 devnet' },
] as const

/** The version of a package as the library would find it: beside itself, or in the project that we are run from. */
export function installedVersion(name: string): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    for (const folder of createRequire(from).resolve.paths(name) ?? []) {
      try {
        const { version } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as {
          version?: unknown
        }
        if (typeof version === 'string') return version
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined
}

/**
 * Makes one install line of everything that the families lack, out of an error that names only what was missed first.
 * Any other error passes as it is.
 */
export async function withWholeInstallLine<T>(
  families: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { isLatchkeyError } = await import('latchkey')
    if (!isLatchkeyError(error, 'config/peer-missing')) throw error
    const missing = peers.filter(({ name, family }) => families.includes(family) && !installedVersion(name))
    if (missing.length < 2) throw error
    const install = `npm install ${missing.map(({ name }) => name).join(' ')}`
    const { latchkeyError } = await import('latchkey/testing')
    throw latchkeyError('config/peer-missing', {
      values: { feature: `check of ${families.join(', ')}`, install },
      cause: error,
    })
  }
}
