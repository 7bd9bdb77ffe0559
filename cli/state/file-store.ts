import { withFileLock } from './file-lock.ts'
import { readOwn, writePrivate } from './private-file.ts'

export interface KeyStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): readonly string[]
}

export interface FileStore extends KeyStore {
  /** Makes several changes with one write. */
  change(edit: (entries: Map<string, string>) => void): void
}

/**
 * Reads the file at each call, and writes it under a lock at each change, so that concurrent programs lose no data. A malformed file counts as empty.
 * @throws `cli/state-writable` for a file that another user may have written, `cli/state-busy`
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

/** Changes the current content of the file under its lock. `prepare` creates the folder. */
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

/** Returns a store of the entries whose keys start with a prefix. In the returned store, the keys don't contain this prefix. */
export function under(store: KeyStore, prefix: string): KeyStore {
  return {
    get: (key) => store.get(prefix + key),
    set: (key, value) => store.set(prefix + key, value),
    remove: (key) => store.remove(prefix + key),
    keys: () => store.keys().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),
  }
}
