import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { builtOnce } from '../support/built-once.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
  exports: Record<string, unknown>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
  /** Whether npm may run the install scripts of these dependencies. */
  allowScripts: Record<string, boolean>
}

/** Packs a package with the existing `dist`, and returns the tarball's path. */
export function pack(into: string, from = root): string {
  const out = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', into], {
    cwd: from,
    encoding: 'utf8',
  })
  const [{ filename }] = JSON.parse(out) as [{ filename: string }]
  return join(into, filename)
}

/**
 * Returns the path of a tarball that a plain `npm pack` makes in a clean clone. The tarball is made once per test run.
 */
export async function tarball(): Promise<string> {
  const folder = await builtOnce('tarball', packClone)
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  return join(folder, name)
}

/** Packs a clone of the sources. The clone contains the uncommitted changes, and links to the installed dependencies. */
async function packClone(folder: string): Promise<void> {
  const clone = join(folder, 'clone')
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const paths = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const path of paths) if (existsSync(join(root, path))) cpSync(join(root, path), join(clone, path))
  const modules = join(root, 'node_modules')
  mkdirSync(join(clone, 'node_modules'))
  for (const name of readdirSync(modules))
    symlinkSync(join(modules, name), join(clone, 'node_modules', name), 'junction')
  // The clone uses this `dist` if it was built from the same sources. A clone of other sources builds its own `dist`.
  const env = { ...process.env, LATCHKEY_BUILT: join(root, 'dist') }
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: clone, env })
  rmSync(clone, { recursive: true, force: true })
}

export interface Project {
  readonly folder: string
  run(
    args: readonly string[],
    env?: Record<string, string>,
  ): { code: number | null; out: string; err: string }
  remove(): void
}

/**
 * Makes a project that contains the unpacked tarball and symbolic links to the tarball's dependencies. This is like an
 * install, but needs no network. `npm run soak` does the same with a real `npm install`.
 */
export async function projectWith(peers: readonly string[]): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "host", "private": true, "type": "module" }')
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'latchkey'), { recursive: true })
  execFileSync('tar', ['-xzf', await tarball(), '-C', join(modules, 'latchkey'), '--strip-components=1'])
  for (const name of closure([...Object.keys(manifest.dependencies), ...peers])) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction')
  }
  return {
    folder,
    run(args, env = {}) {
      const result = spawnSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, LATCHKEY_HOME: join(folder, 'home'), NO_COLOR: '1', ...env },
      })
      return { code: result.status, out: result.stdout, err: result.stderr }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns these packages and their dependencies that are at the top level of node_modules. */
export function closure(names: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>()
  const add = (name: string): void => {
    const file = join(root, 'node_modules', name, 'package.json')
    if (all.has(name) || !existsSync(file)) return
    all.add(name)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) add(next)
  }
  for (const name of names) add(name)
  return all
}
