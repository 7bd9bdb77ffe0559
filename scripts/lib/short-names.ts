// Removes the hashes that esbuild adds to file names. A page contains the names of all files that it can load, and hashes don't compress well.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const hashed = /^(.+)-[A-Z0-9]{8}\.js$/

/** Renames the written files, and the references to them. */
export function shortenNames(written: readonly string[]): void {
  const code = written.filter((file) => file.endsWith('.js') && existsSync(file))
  const taken = new Set(code.map((file) => file))
  const names = new Map<string, string>()
  for (const file of code.toSorted()) {
    const [, name] = hashed.exec(basename(file)) ?? []
    if (!name) continue
    const free = (count: number): string => {
      const candidate = join(dirname(file), count === 0 ? `${name}.js` : `${name}-${count}.js`)
      return taken.has(candidate) ? free(count + 1) : candidate
    }
    const next = free(0)
    taken.add(next)
    names.set(basename(file), basename(next))
    renameSync(file, next)
  }
  for (const file of taken) {
    if (!existsSync(file)) continue
    const before = readFileSync(file, 'utf8')
    const after = before.replace(/[\w.-]+-[A-Z0-9]{8}\.js/g, (name) => names.get(name) ?? name)
    if (after !== before) writeFileSync(file, after)
  }
}
