// A bundler adds code to each `import()`: the exports that are used, and the list of files to preload. The file that a page loads at start contains
// several `import()` calls for each room. This turns them into one function per room, which all of these places call.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const lazyImport = /\bimport\('\.\/(lk-[\w-]+)\.js'\)/g
/** The start of a name that no source has. */
const prefix = 'load$'
/** Recognizes the file that a page loads at start, whose name changes with the build. */
const startsPages = /^export \{[^}]*\bcreateLatchkey\b/m

/** Joins the `import()` calls of the same room in the file with `createLatchkey`. */
export function joinImports(written: readonly string[]): void {
  for (const file of written) {
    if (!file.endsWith('.js') || !existsSync(file)) continue
    const code = readFileSync(file, 'utf8')
    if (startsPages.test(code)) writeFileSync(file, joinedImports(code))
  }
}

/** Returns the code with one function for each room. Code that has such functions is left as it is. */
export function joinedImports(code: string): string {
  if (code.includes(`function ${prefix}`)) return code
  const rooms = new Set([...code.matchAll(lazyImport)].map(([, room = '']) => room))
  if (rooms.size === 0) return code
  const loaders = [...rooms].map((room) => `function ${loaderOf(room)}() { return import('./${room}.js') }\n`)
  return code
    .replace(lazyImport, (_, room: string) => `${loaderOf(room)}()`)
    .replace(startsPages, (list) => loaders.join('') + list)
}

function loaderOf(room: string): string {
  return `${prefix}${room.replace(/\W/g, '_')}`
}
