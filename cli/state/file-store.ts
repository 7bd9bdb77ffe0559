import { withFileLock } from './file-lock.ts'
import { readOwn } from './own-file.ts'
import { writePrivate } from './private-file.ts'

/** Text by key: what a browser keeps in `localStorage`. */
export interface KeyStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): readonly string[]
}

/** The same in one JSON file. */
export interface FileStore extends KeyStore {
  /** Several changes that are written at once. */
  change(edit: (entries: Map<string, string>) => void): void
}

/**
 * Every call reads the file anew, and every change reads and writes it whole under a lock, so that two programs at once lose
 * nothing to each other. A file that is not what we wrote counts as empty. Nothing is written before the first change.
 *
 * @throws `cli/state-writable` for a file that another user may have written, `cli/state-busy`.
 */
export function fileStore(path: string, prepare: () => void): FileStore {
  const load = () => loadEntries(path)
  const change = (edit: (entries: Map<string, string>) => void) => changeEntries(path, prepare, edit)
  return {
    get: (key) => load().get(key) ?? null,
    set(key, value) {
      if (load().get(key) !== value) change((entries) => entries.set(key, value))
    },
    remove(key) {
      if (load().has(key)) change((entries) => entries.delete(key))
    },
    keys: () => [...load().keys()],
    change,
  }
}

/** What such a file says. @throws `cli/state-writable` */
export function loadEntries(path: string): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(readOwn(path) ?? '{}')
    const entries = stored !== null && typeof stored === 'object' ? Object.entries(stored) : []
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch (error) {
    if (error instanceof SyntaxError) return new Map()
    throw error
  }
}

/**
 * Changes such a file, whatever others have made of it meanwhile.
 *
 * @param prepare Makes its folder.
 */
export function changeEntries(
  path: string,
  prepare: () => void,
  edit: (entries: Map<string, string>) => void,
): void {
  prepare()
  withFileLock(path, () => {
    const entries = loadEntries(path)
    edit(entries)
    writePrivate(path, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  })
}

/** The keys of a store that begin alike, without that beginning. */
export function under(store: KeyStore, prefix: string): KeyStore {
  return {
    get: (key) => store.get(prefix + key),
    set: (key, value) => store.set(prefix + key, value),
    remove: (key) => store.remove(prefix + key),
    keys: () => store.keys().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),
  }
}
