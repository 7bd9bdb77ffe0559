import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import { nodePackages } from '../../src/devnet/node-packages.ts'
import type { Env } from '../io.ts'
import { type Family, factsOf } from './families.ts'

/** Finds a package beside the library, or in the project of the current folder, and returns its version. */
export function installedVersion(name: string, cwd = process.cwd()): string | undefined {
  for (const from of [import.meta.url, join(cwd, 'package.json')]) {
    for (const folder of createRequire(from).resolve.paths(name) ?? []) {
      try {
        const { version } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as {
          version?: unknown
        }
        if (typeof version === 'string') return version
      } catch {}
    }
  }
  return undefined
}

/** Returns the packages that `latchkey check` needs and that are not installed. @param devnet Whether the check starts a devnet. */
export function lackingPackages(
  families: readonly Family[],
  { devnet, env, cwd }: { readonly devnet: boolean; readonly env: Env; readonly cwd?: string },
): readonly string[] {
  const own = families.flatMap((family) => factsOf(family).packages.map(({ name }) => name))
  const names = new Set([...own, ...(devnet ? nodePackages(families, env) : [])])
  return [...names].filter((name) => !installedVersion(name, cwd))
}

export function requirePackages(feature: string, names: readonly string[]): void {
  const missing = names.filter((name) => !installedVersion(name))
  if (missing.length > 0) throw missingPackages(feature, missing)
}

export function missingPackages(feature: string, names: readonly string[], cause?: unknown) {
  const values = { feature, install: `npm install ${names.join(' ')}` }
  return latchkeyError('config/peer-missing', { values, cause })
}
