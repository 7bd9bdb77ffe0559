// Turns tsc's declarations into the package's declarations. `dist/types` has a file for each source that an entry imports. Each
// entry has a file at the path that `exports` gives for the entry's types.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { entries, reactEntries } from './entries.mjs'

/**
 * Adds `.js` to module names, so that hosts can resolve them. Removes files that no entry imports, and writes the entries.
 * @param dist The folder with tsc's output in `types`.
 * @returns The packages that the declarations import, each with the importing files.
 */
export function finishDeclarations(dist) {
  const types = join(dist, 'types')
  const reached = new Set()
  const packages = new Map()
  const reach = (file) => {
    if (reached.has(file)) return
    reached.add(file)
    const text = readFileSync(file, 'utf8')
    let written = ''
    let at = 0
    for (const { fileName, pos } of modulesOf(text)) {
      if (!fileName.startsWith('.')) {
        const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(fileName)
        packages.set(name, [...(packages.get(name) ?? []), relative(types, file)])
        continue
      }
      const target = fileName.replace(/\.tsx?$/, '.js')
      reach(resolve(dirname(file), target.replace(/\.js$/, '.d.ts')))
      // `pos` is the position of the opening quote.
      written += text.slice(at, pos + 1) + target
      at = pos + 1 + fileName.length
    }
    if (at > 0) writeFileSync(file, written + text.slice(at))
  }
  for (const [name, source] of Object.entries({ ...entries, ...reactEntries })) {
    const declared = join(types, relative('src', source).replace(/\.tsx?$/, '.d.ts'))
    reach(declared)
    const file = join(dist, `${name}.d.ts`)
    const from = relative(dirname(file), declared)
      .replaceAll('\\', '/')
      .replace(/\.d\.ts$/, '.js')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `export * from '${from.startsWith('.') ? from : `./${from}`}'\n`)
  }
  for (const path of readdirSync(types, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.d.ts') && !reached.has(join(types, path))) rmSync(join(types, path))
  return packages
}

/** Returns the modules that a text refers to, in order: imports, exports and `import()` types. */
function modulesOf(text) {
  const { importedFiles } = ts.preProcessFile(text, true, true)
  return importedFiles.toSorted((one, other) => one.pos - other.pos)
}
