import { readPrivate, writePrivate } from './private-file.ts'

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
 * Every call reads the file anew, and every change writes it whole, so that two programs at once lose at most the same
 * key to each other. A file that is not what we wrote counts as empty. Nothing is written before the first change.
 */
export function fileStore(path: string, prepare: () => void): FileStore {
  const load = (): Map<string, string> => {
    try {
      const stored: unknown = JSON.parse(readPrivate(path)?.text ?? '{}')
      const entries = stored !== null && typeof stored === 'object' ? Object.entries(stored) : []
      return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    } catch (error) {
      if (error instanceof SyntaxError) return new Map()
      throw error
    }
  }
  const save = (entries: Map<string, string>): void => {
    prepare()
    writePrivate(path, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  }
  return {
    get: (key) => load().get(key) ?? null,
    set(key, value) {
      const entries = load()
      if (entries.get(key) === value) return
      save(entries.set(key, value))
    },
    remove(key) {
      const entries = load()
      if (entries.delete(key)) save(entries)
    },
    keys: () => [...load().keys()],
    change(edit) {
      const entries = load()
      edit(entries)
      save(entries)
    },
  }
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
