import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './support.ts'

/** Returns the packages that a module imports statically, directly or through other files. */
function packagesOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import\s*(?:[^'"=(]*?\bfrom\s*)?|export\b[^'"=(]*?\bfrom\s*)['"]([^'"]+)['"]/gm,
  )
  return [...imports].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return packagesOf(join(dirname(file), name), seen)
    return name.startsWith('node:') ? [] : [`${file.slice(root.length)}: ${name}`]
  })
}

describe('a script that installs the dependencies', () => {
  const scripts = ['api', 'bench', 'build', 'docs', 'soak', 'start', 'test', 'test-docs', 'test-hosts']

  it.each(scripts)('such as %s imports no package before the installation', (name) => {
    const file = join(root, 'scripts', `${name}.mjs`)
    expect(readFileSync(file, 'utf8')).toContain('ensureInstalled()')
    expect(packagesOf(file)).toEqual([])
  })
})
