import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Family, factsOf, families } from './families.ts'

export interface Project {
  readonly path: string
  readonly dependencies: ReadonlySet<string>
}

/** Finds the nearest readable `package.json` in a folder or above it. */
export function projectOf(folder: string): Project | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'package.json')
    const dependencies = dependenciesIn(path)
    if (dependencies) return { path, dependencies }
    if (at === dirname(at)) return undefined
  }
}

/** Maps each family that the project uses to the dependency that proves this use. */
export function familiesOf({ dependencies }: Project): ReadonlyMap<Family, string> {
  const found = new Map<Family, string>()
  for (const family of families) {
    const shown = factsOf(family).packages.find(({ name }) => dependencies.has(name))
    if (shown) found.set(family, shown.name)
  }
  return found
}

const kinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const

function dependenciesIn(path: string): ReadonlySet<string> | undefined {
  try {
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>> | null
    return new Set(kinds.flatMap((kind) => Object.keys(Object(manifest?.[kind]))))
  } catch {
    return undefined
  }
}
