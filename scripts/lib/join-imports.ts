// A host's bundler adds code to each `import()`: the exports that are used, and a list of files to preload. The file that a page loads at start has
// several `import()` calls for each room, which is a group of modules in one file (`groups.ts`). This code replaces them with one function per room.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const lazyImport = /\bimport\('\.\/(lk-[\w-]+)\.js'\)/g
/** No source has a name with this prefix. */
const prefix = 'load$'
/** Matches the file that a page loads at start. Each build gives it another name. */
const startsPages = /^export \{[^}]*\bcreateLatchkey\b/m

/** In the file that contains `createLatchkey`, joins the `import()` calls of each room. */
export function joinImports(written: readonly string[]): void {
  for (const file of written) {
    if (!file.endsWith('.js') || !existsSync(file)) continue
    const code = readFileSync(file, 'utf8')
    if (startsPages.test(code)) writeFileSync(file, joinedImports(code))
  }
}

/** Returns the code with one function per room. If the code has such functions already, returns it unchanged. */
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
