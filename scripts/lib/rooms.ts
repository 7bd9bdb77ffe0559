// Combines modules that a page always loads together into one file ("room"), because each file is a request.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** A lazily loaded module, and modules that join its room without being imported by it. */
export type Together = readonly [root: string, ...beside: readonly string[]]

export interface Room {
  /** The file is named after this module. */
  readonly root: string
  readonly files: readonly string[]
}

/**
 * Computes the modules that the entries reach and their rooms: those loaded at start, and the lazy ones, each without
 * modules that are already loaded.
 */
export async function roomsOf(
  plugins: readonly Plugin[],
  entries: readonly string[],
  atLoad: readonly string[],
  atOnce: readonly Together[],
  later: readonly Together[],
): Promise<{ readonly modules: readonly string[]; readonly rooms: readonly Room[] }> {
  const { metafile } = await build({
    entryPoints: [...entries, ...atOnce.flat(), ...later.flat()],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    // Otherwise the paths of tsconfig.json resolve to the sources.
    external: ['latchkey', 'latchkey/*'],
    plugins: [...plugins],
    write: false,
    metafile: true,
    outdir: 'dist',
    logLevel: 'error',
  })
  const { inputs, outputs } = metafile
  /** Modules that contribute code to the files a page loads at once when it imports `wanted`. */
  const heldBy = (wanted: readonly string[]) => {
    const files = new Set<string>()
    const reach = (file: string): void => {
      if (files.has(file)) return
      files.add(file)
      for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') reach(path)
    }
    for (const [file, { entryPoint }] of Object.entries(outputs))
      if (entryPoint && wanted.includes(entryPoint)) reach(file)
    return [...files].flatMap((file) =>
      Object.entries(outputs[file]?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [path] : [],
      ),
    )
  }
  const there = new Set<string>()
  const roomOf = (together: Together): Room => {
    const files = heldBy(together).filter((file) => !there.has(file) && !isPartOfImporter(file))
    for (const file of files) there.add(file)
    return { root: together[0], files }
  }
  const loaded = atOnce.map(roomOf)
  for (const file of heldBy(atLoad)) there.add(file)
  const rooms = [...loaded, ...later.map(roomOf)]
  return { modules: Object.keys(inputs).filter((file) => !isPartOfImporter(file)), rooms }
}

/** Copied modules (`?importer`) and style sheets (`?inline`) are no files of their own. */
function isPartOfImporter(file: string): boolean {
  return file.includes('?')
}

/**
 * Redirects imports of a room's module from outside to the whole room, so that esbuild's code splitting keeps it together.
 * @param stays Maps a module to its import path when modules aren't bundled; undefined when they are.
 */
export function keepRooms(rooms: readonly Room[], stays?: (file: string) => string): Plugin {
  const roomOf = (file: string) => rooms.find(({ files }) => files.includes(file))
  const pathTo = (from: string, to: string) => {
    const path = relative(dirname(from), to)
    return path.startsWith('.') ? `${path}.js` : `./${path}.js`
  }
  return {
    name: 'keep-rooms',
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path, importer, kind, resolveDir }) => {
        const file = relative('.', kind === 'entry-point' ? resolve(path) : resolve(resolveDir, path))
        const room = roomOf(file)
        if (kind === 'entry-point') return room && { path: room.root, namespace: 'room' }
        if (!path.startsWith('.') || importer.includes('node_modules')) return undefined
        const from = relative('.', importer)
        if (room && room === roomOf(from)) return { path: resolve(file) }
        if (stays)
          return {
            path: pathTo(stays(roomOf(from)?.root ?? from), stays(room?.root ?? file)),
            external: true,
          }
        return room && { path: room.root, namespace: 'room' }
      })
      build.onLoad({ filter: /./, namespace: 'room' }, ({ path }) => ({
        contents: (roomOf(path)?.files ?? [])
          .map((file) => `export * from ${JSON.stringify(resolve(file))}`)
          .join('\n'),
        resolveDir: resolve('.'),
      }))
    },
  }
}

/**
 * esbuild loads a lazy room through a file that only re-exports it, which costs a request. Redirects importers to the room
 * itself and deletes files that this leaves unused.
 */
export function skipHandovers(written: readonly string[], rooms: readonly Room[]): void {
  const handsOnOnly = /^(export \{[^}]*\} from '[^']+';\n?|import '[^']+';\n?)+$/
  let code = written.filter((file) => file.endsWith('.js'))
  for (const { root } of rooms) {
    const name = basename(root).replace(/\.tsx?$/, '')
    const handover = code.find((file) => new RegExp(`^${name}-[A-Z0-9]{8}\\.js$`).test(basename(file)))
    const text = handover ? readFileSync(handover, 'utf8') : ''
    const room = /^export \{[^}]*\} from '\.\/([^']+)';/.exec(text)?.[1]
    if (!handover || !room || !handsOnOnly.test(text)) continue
    code = code.filter((file) => file !== handover)
    for (const file of code) {
      const before = readFileSync(file, 'utf8')
      const after = before.replaceAll(basename(handover), room)
      if (after !== before) writeFileSync(file, after)
    }
    rmSync(handover)
  }
}
