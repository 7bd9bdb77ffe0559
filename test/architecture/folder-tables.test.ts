import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { allowed, floorOf } from './layers.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const families = ['bip122', 'cosmos', 'eip155', 'polkadot', 'solana']

interface Row {
  readonly path: string
  /** The imports that a layer may have, from the third cell. Undefined if the table has no third cell. */
  readonly imports: string | undefined
}

/** Returns the rows of `docs/architecture.md` that start with the path of a folder or a source file. */
function rowsOf(page: string): readonly Row[] {
  return page.split('\n').flatMap((line) => {
    const [, path = '', , imports] =
      /^\| `((?:src|cli|scripts|test)(?:\/[^`]*)?)` \| ([^|]*) \|(?: (.*?) ?\|)?$/.exec(line) ?? []
    return path ? [{ path, imports }] : []
  })
}

function foldersOf(...tops: readonly string[]): readonly string[] {
  const found = tops.flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, '.').slice(root.length).replaceAll('\\', '/')),
  )
  return [...new Set(found)].sort()
}

/**
 * Returns whether a row describes a folder. In a row, `<family>` stands for any family, and `…` at the end
 * stands for all folders below the path.
 */
function covers(row: string, folder: string): boolean {
  const pattern = row
    .replace(/[.$()]/g, '\\$&')
    .replace('<family>', `(${families.join('|')})`)
    .replace(/\/…$/, '(/.*)?')
  return new RegExp(`^${pattern}$`).test(folder)
}

/** Returns the folders without a row or with several rows, and the rows without a folder. */
function faultsOf(rows: readonly Row[], folders: readonly string[]): readonly string[] {
  const paths = rows.map(({ path }) => path).filter((path) => !path.endsWith('.ts'))
  return [
    ...folders.flatMap((folder) => {
      // If a folder has its own row, the row with `<family>` doesn't count for this folder.
      const meant = paths.includes(folder) ? [folder] : paths.filter((path) => covers(path, folder))
      return meant.length === 1 ? [] : [`${folder} has ${meant.length} rows`]
    }),
    ...paths
      .filter((path, at) => paths.indexOf(path) !== at || !folders.some((folder) => covers(path, folder)))
      .map((path) => `${path} is no folder, or has two rows`),
  ]
}

/** Returns the imports that a cell names, in the notation of `layers.ts`. */
function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/(types of )?`([^`]+)`/g)]
    .map(([, types, name]) => (types ? `${name}:type` : `${name}`))
    .sort()
}

const rows = rowsOf(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))
const folders = foldersOf('src', 'cli', 'scripts', 'test')

describe('the folder tables of docs/architecture.md', () => {
  it('have one row for each folder, and no other rows', () => {
    expect(folders.length).toBeGreaterThan(80)
    expect(faultsOf(rows, folders)).toEqual([])
  })

  it('describe folders of at most 25 source files in src and cli', () => {
    const sources = (folder: string) =>
      readdirSync(join(root, folder)).filter((name) => /\.tsx?$/.test(name)).length
    const sizes = foldersOf('src', 'cli').map((folder) => [folder, sources(folder)] as const)
    expect(sizes.some(([, size]) => size > 20)).toBe(true)
    expect(sizes.filter(([, size]) => size > 25)).toEqual([])
  })

  it('name the imports that each layer may have', () => {
    const stated = rows.flatMap(({ path, imports }) => {
      if (!imports) return []
      const floor = path.endsWith('.ts')
        ? floorOf(path)
        : floorOf(`${path.replace('<family>', 'eip155')}/a.ts`)
      return [[floor, namesIn(imports)] as const]
    })
    const here = Object.keys(allowed).filter(
      (floor) =>
        !['entry', 'version'].includes(floor) &&
        (['ports', 'cli'].includes(floor) ||
          folders.some((folder) => `${folder}/`.startsWith(`src/${floor}/`))),
    )
    const expected = here.map((floor) => [floor, allowed[floor]?.filter((one) => one !== floor).sort()])
    expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(expected))
  })

  it('state correctly that test/unit has the same folders as src', () => {
    const units = folders.filter((folder) => folder.startsWith('test/unit/'))
    expect(units.length).toBeGreaterThan(20)
    expect(units.filter((folder) => !folders.includes(folder.replace('test/unit', 'src')))).toEqual([])
  })
})

describe('the check of the folder tables', () => {
  const table = (...lines: readonly string[]) => rowsOf(lines.join('\n'))

  it('finds a folder without a row, a row without a folder, and a repeated row', () => {
    const told = table(
      '| `src/a` | A. | |',
      '| `src/gone` | Gone. | |',
      '| `cli` | The program. |',
      '| `cli` | Again. |',
    )
    expect(faultsOf(told, ['cli', 'src/a', 'src/b'])).toEqual([
      'src/b has 0 rows',
      'src/gone is no folder, or has two rows',
      'cli is no folder, or has two rows',
    ])
  })

  it('parses <family> and … in a path', () => {
    const told = table('| `src/adapters/<family>` | One. | `core` |', '| `test/unit/…` | Parts. |')
    expect(faultsOf(told, ['src/adapters/solana', 'test/unit/core/async'])).toEqual([])
    expect(faultsOf(told, ['src/adapters/shared', 'src/adapters/solana', 'test/unit'])).toEqual([
      'src/adapters/shared has 0 rows',
    ])
  })

  it('parses the names in a cell of a table', () => {
    expect(namesIn('`core`, types of `client`')).toEqual(['client:type', 'core'])
  })
})
