// Combines modules that load together into one file, a room. A page then sends fewer requests, and a host's build has fewer chunks. `groups.ts`
// defines the rooms.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'

/** Modules that load at the same time. */
export interface Group {
  /** The name of the room. `$1` is the text that the first group of `take` matched. Each such text gets its own room. */
  readonly name: string
  /** Matches the lazily loaded modules of the group. Their static imports are added. */
  readonly take: RegExp
  /** Matches further modules of this room that no module loads lazily. */
  readonly also?: RegExp
  /**
   * Groups with the same unit, such as the parts of a family, can share modules. A module that only these groups need is in the
   * room of the first of them that needs the module.
   */
  readonly unit?: string
}

/** Groups that don't import each other. */
export interface Stage {
  readonly groups: readonly Group[]
  /** The room for modules that several groups of this stage need: an earlier room, or a new room. Unset if there is only one group. */
  readonly shared?: string
}

export interface Room {
  readonly name: string
  readonly files: readonly string[]
  /** The files that modules outside the room import. The room exports only their exports. */
  readonly exported: readonly string[]
  /** For each exported file: its exports, and their names in the room. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export interface Rooms {
  readonly rooms: readonly Room[]
  /** All modules that the entries import. */
  readonly modules: readonly string[]
  /** The modules that a page loads at start. */
  readonly atLoad: ReadonlySet<string>
}

export interface RoomsOptions {
  readonly plugins: readonly Plugin[]
  readonly entries: readonly string[]
  /** The module that a page loads at start. */
  readonly atLoad: string
  /** The name of the room for the modules that the module `atLoad` imports. If unset, they stay separate files. */
  readonly first?: string
  readonly stages: readonly Stage[]
}

/**
 * Computes the rooms stage by stage. A room contains the modules that its group needs and that aren't in an earlier room. So rooms never import each
 * other in a circle.
 */
export async function roomsOf({ plugins, entries, atLoad, first, stages }: RoomsOptions): Promise<Rooms> {
  const bundle = async (more: readonly string[]) => {
    const { metafile } = await build({
      entryPoints: [...new Set([...entries, ...more])],
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'neutral',
      packages: 'external',
      // Without this setting, esbuild would find the sources by the paths in tsconfig.json.
      external: ['latchkey', 'latchkey/*'],
      plugins: [...plugins],
      write: false,
      metafile: true,
      outdir: 'dist',
      logLevel: 'error',
    })
    return metafile
  }
  const { inputs } = await bundle([])
  const modules = Object.keys(inputs).filter((file) => !isPartOfImporter(file))
  const split = stages.map((stage) => ({ shared: stage.shared, groups: startsOf(stage.groups, inputs) }))
  claimOnce(split.flatMap(({ groups }) => groups))
  const starts = split.flatMap(({ groups }) => groups.flatMap(({ from }) => from))
  const heldBy = reader(await bundle([...starts, atLoad]))

  const files = new Map<string, string[]>()
  const there = new Set<string>()
  const put = (name: string, wanted: Iterable<string>) => {
    const own = [...wanted].filter((file) => !there.has(file))
    for (const file of own) there.add(file)
    if (own.length > 0) files.set(name, [...(files.get(name) ?? []), ...own])
  }
  const loaded = heldBy([atLoad])
  if (first) put(first, loaded)
  for (const file of loaded) there.add(file)
  const needs = split.map(({ groups }) => groups.map((group) => ({ ...group, held: heldBy(group.from) })))
  for (const [index, { shared }] of split.entries()) {
    const groups = needs[index] ?? []
    if (shared) {
      const following = needs.slice(index).flat()
      const wanted = new Set(groups.flatMap(({ held }) => [...held]))
      const units = (file: string) =>
        new Set(following.filter(({ held }) => held.has(file)).map(({ unit, name }) => unit ?? name))
      const common = [...wanted].filter((file) => !there.has(file) && units(file).size > 1)
      // A module that needs a later room can't be in an earlier room, because the two rooms would import each other.
      const names = [...files.keys()]
      const later = new Set(names.slice(names.indexOf(shared) + 1).flatMap((name) => files.get(name) ?? []))
      const needsLater = (file: string) => needsOneOf(later, file, inputs)
      put(
        shared,
        common.filter((file) => !names.includes(shared) || !needsLater(file)),
      )
      put(`${shared}-more`, common)
    }
    for (const { name, held } of groups) put(name, held)
  }
  const lazy = lazyOf(inputs)
  const rooms = [...files].map(([name, own]) => {
    // Lazily loaded files come first, because their exports must keep their names.
    const exported = importedFrom(own, inputs).toSorted((a, b) => Number(lazy.has(b)) - Number(lazy.has(a)))
    return { name, files: own, exported, names: namesIn({ name, exported }, lazy) }
  })
  return { rooms, modules, atLoad: loaded }
}

/** Returns whether a module imports one of the wanted modules statically, directly or indirectly. */
function needsOneOf(wanted: ReadonlySet<string>, file: string, inputs: Metafile['inputs']): boolean {
  const seen = new Set<string>()
  const needs = (one: string): boolean => {
    if (wanted.has(one)) return true
    if (seen.has(one)) return false
    seen.add(one)
    const imports = inputs[one]?.imports ?? []
    return imports.some(({ kind, path, external }) => !external && kind === 'import-statement' && needs(path))
  }
  return needs(file)
}

type Start = Pick<Group, 'name' | 'unit'> & { from: readonly string[] }

function startsOf(groups: readonly Group[], inputs: Metafile['inputs']): Start[] {
  const lazy = lazyOf(inputs)
  return groups.flatMap(({ name, take, also, unit }) => {
    const named = new Map<string, string[]>()
    for (const file of Object.keys(inputs)) {
      if (isPartOfImporter(file)) continue
      const match = (lazy.has(file) && take.exec(file)) || also?.exec(file)
      if (!match) continue
      const own = name.replace('$1', match[1] ?? '')
      named.set(own, [...(named.get(own) ?? []), file])
    }
    return [...named].map(([own, from]) => ({ name: own, from, ...(unit && { unit }) }))
  })
}

/** Returns the modules that other modules load with `import()`. */
function lazyOf(inputs: Metafile['inputs']): ReadonlySet<string> {
  return new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.flatMap(({ kind, path, external }) => (kind === 'dynamic-import' && !external ? [path] : [])),
    ),
  )
}

/** If several groups take a module, leaves the module only in the first group. */
function claimOnce(groups: readonly Start[]): void {
  const claimed = new Set<string>()
  for (const group of groups) {
    group.from = group.from.filter((file) => !claimed.has(file))
    for (const file of group.from) claimed.add(file)
  }
}

/** Returns a function that lists the modules that a page loads at once when it imports `wanted`. */
function reader({ outputs }: Metafile): (wanted: readonly string[]) => ReadonlySet<string> {
  const outputOf = new Map(
    Object.entries(outputs).flatMap(([file, { entryPoint }]) => (entryPoint ? [[entryPoint, file]] : [])),
  )
  return (wanted) => {
    const files = new Set<string>()
    const reach = (file: string): void => {
      if (files.has(file)) return
      files.add(file)
      for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') reach(path)
    }
    for (const module of wanted) {
      const file = outputOf.get(module)
      if (file) reach(file)
    }
    const held = [...files].flatMap((file) =>
      Object.entries(outputs[file]?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
        bytesInOutput > 0 && !isPartOfImporter(path) ? [path] : [],
      ),
    )
    return new Set(held)
  }
}

function importedFrom(room: readonly string[], inputs: Metafile['inputs']): readonly string[] {
  const wanted = new Set(
    Object.entries(inputs).flatMap(([file, { imports }]) =>
      imports.flatMap(({ path, kind }) => (kind === 'dynamic-import' || !room.includes(file) ? [path] : [])),
    ),
  )
  return room.filter((file) => wanted.has(file))
}

/**
 * Returns the names of each file's exports in a room. If two files export the same name, the second export gets another name. Only static imports can
 * use the other name.
 */
function namesIn(
  { name, exported }: Pick<Room, 'name' | 'exported'>,
  lazy: ReadonlySet<string>,
): Room['names'] {
  const owners = new Map<string, string>()
  return new Map(
    exported.map((file) => {
      const aliases = exportsOf(readFileSync(file, 'utf8')).map((own): readonly [string, string] => {
        const taken = owners.get(own)
        if (taken === undefined) owners.set(own, file)
        if (taken === undefined || taken === file) return [own, own]
        if (lazy.has(file) && lazy.has(taken))
          throw new Error(
            `scripts/lib/groups.ts puts ${taken} and ${file} into the room "${name}", and both export ${own}. Rename one, or part them.`,
          )
        return [own, `${own}Of${exported.indexOf(file)}`]
      })
      return [file, new Map(aliases)]
    }),
  )
}

function exportsOf(text: string): string[] {
  const declared = text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|abstract class) (\w+)/gm)
  const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').flatMap((one) => /(\w+)\s*$/.exec(one.replace(/^\s*type .*/, ''))?.[1] ?? []),
  )
  return [...[...declared].map(([, own = '']) => own), ...listed]
}

/** Returns whether the build puts a file's content into its importer: a copied module (`?importer`) or a style sheet (`?inline`). */
function isPartOfImporter(file: string): boolean {
  return file.includes('?')
}

/**
 * If a module outside a room imports a module of the room, redirects this import to the whole room. Without this redirect,
 * esbuild's code splitting would divide the room.
 * @param stays Returns the import path of a module or a room, if modules aren't bundled. If `stays` is undefined, modules are bundled.
 */
export function keepRooms({ rooms, atLoad }: Rooms, stays?: (file: string) => string): Plugin {
  const roomOf = (file: string) => rooms.find(({ files }) => files.includes(file))
  const roomNamed = (name: string) => rooms.find((room) => `${prefix}${room.name}` === name)
  const pathTo = (from: string, to: string) => {
    const path = relative(dirname(from), to)
    return path.startsWith('.') ? `${path}.js` : `./${path}.js`
  }
  return {
    name: 'keep-rooms',
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path, importer, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point') {
          const entered = roomOf(relative('.', resolve(path)))
          return entered && { path: `${prefix}${entered.name}`, namespace: 'room' }
        }
        if (!path.startsWith('.') || importer.includes('node_modules')) return undefined
        const file = relative('.', resolve(resolveDir, path))
        const room = roomOf(file)
        const from = relative('.', importer)
        const home = pluginData === outside ? undefined : roomOf(from)
        if (room && room === home && kind !== 'dynamic-import') return { path: resolve(file) }
        if (stays)
          return { path: pathTo(home?.name ?? stays(from), room?.name ?? stays(file)), external: true }
        if (!room) return undefined
        // Other entries get a copy of the modules that they need, not the whole room. Copies are safe, because modules have no state.
        if (kind !== 'dynamic-import' && !home && !atLoad.has(file) && !atLoad.has(from))
          return { path: resolve(file), suffix: '?outside', pluginData: outside, sideEffects: false }
        if ([...(room.names.get(file) ?? [])].some(([own, named]) => own !== named))
          return { path: file, namespace: 'renamed', sideEffects: false }
        return { path: `${prefix}${room.name}`, namespace: 'room', sideEffects: false }
      })
      build.onResolve({ filter: /./, namespace: 'renamed' }, ({ path }) => ({
        path,
        namespace: 'room',
        sideEffects: false,
      }))
      build.onLoad({ filter: /./, namespace: 'room' }, ({ path }) => ({
        contents: [...(roomNamed(path)?.names ?? [])]
          .map(([file, names]) => listOf([...names], file))
          .join('\n'),
        resolveDir: resolve('.'),
      }))
      build.onLoad({ filter: /./, namespace: 'renamed' }, ({ path }) => {
        const room = roomOf(path)
        const names = [...(room?.names.get(path) ?? [])].map(([own, named]) => [named, own] as const)
        return { contents: listOf(names, `${prefix}${room?.name}`), resolveDir: resolve('.') }
      })
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path, suffix, pluginData }) =>
        suffix === '?outside'
          ? { contents: await readFile(path, 'utf8'), loader: path.endsWith('x') ? 'tsx' : 'ts', pluginData }
          : undefined,
      )
    },
  }
}

/** The prefix of rooms' file names. Files of entries and commands have no prefix. */
const prefix = 'lk-'

const outside = 'outside'

function listOf(names: readonly (readonly [own: string, named: string])[], from: string): string {
  const list = names.map(([own, named]) => (own === named ? own : `${own} as ${named}`))
  return `export { ${list.join(', ')} } from ${JSON.stringify(from.startsWith('src/') ? resolve(from) : from)}`
}

/**
 * esbuild loads a lazy room through a file that only re-exports the room. This file costs a request. Replaces the file with the room itself, and
 * deletes files that aren't used anymore.
 */
export function skipHandovers(written: readonly string[], { rooms }: Rooms): void {
  const handsOnOnly = /^(export \{[^}]*\} from '[^']+';\n?|import '[^']+';\n?)+$/
  let code = written.filter((file) => file.endsWith('.js') && existsSync(file))
  for (const { name } of rooms) {
    const handover = code.find((file) =>
      new RegExp(`^${prefix}${name}-[A-Z0-9]{8}\\.js$`).test(basename(file)),
    )
    const text = handover ? readFileSync(handover, 'utf8') : ''
    // The room, and maybe a module that the room re-exports.
    const [, , room] =
      [...text.matchAll(/^export \{([^}]*)\} from '\.\/([^']+)';/gm)]
        .toSorted(([, one = ''], [, other = '']) => other.length - one.length)
        .at(0) ?? []
    if (!handover || !room || !handsOnOnly.test(text)) continue
    code = code.filter((file) => file !== handover)
    rmSync(handover)
    for (const file of code) {
      const before = readFileSync(file, 'utf8')
      const after = before.replaceAll(room, basename(handover))
      if (after !== before) writeFileSync(file, after)
    }
    const own = join(dirname(handover), room)
    renameSync(own, handover)
    code = code.map((file) => (file === own ? handover : file))
  }
}
