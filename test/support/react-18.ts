import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../fixtures/react-18', import.meta.url))

/**
 * Returns the path of a `node_modules` that contains React 18. Our `node_modules` can contain only one version of React, and
 * contains a newer one. npm installs React 18 into a cache, once for each state of the lock file.
 */
export function react18(): string {
  const lock = createHash('sha256').update(readFileSync(join(source, 'package-lock.json')))
  const { LATCHKEY_CACHE, XDG_CACHE_HOME } = process.env
  const cache = LATCHKEY_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'latchkey')
  const folder = join(cache, `react-18-${lock.digest('hex').slice(0, 16)}`)
  const modules = join(folder, 'node_modules')
  if (existsSync(modules)) return modules
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  try {
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(source, file), join(draft, file))
    execFileSync('npm', ['ci', '--prefix', draft, '--ignore-scripts', '--no-audit', '--no-fund'], {
      stdio: 'pipe',
      shell: process.platform === 'win32',
    })
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return modules
}
