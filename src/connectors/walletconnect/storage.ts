import type { KeyValueStore } from '../../ports.ts'

/** What the library takes for its storage. */
export interface LibraryStorage {
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

/**
 * Our key-value store as the library's storage. Never throws: a value that cannot be read is as good as none, and what
 * cannot be written is kept for as long as the page lives. `prefix` keeps it apart from everything else in the store.
 */
export function libraryStorage(store: KeyValueStore, prefix: string): LibraryStorage & { clear(): void } {
  const unwritten = new Map<string, string>()
  const attempt = <T>(run: () => T): T | undefined => {
    try {
      return run()
    } catch {
      return undefined
    }
  }
  const read = (key: string) => unwritten.get(key) ?? attempt(() => store.get(prefix + key)) ?? undefined
  const parse = (text: string | undefined) =>
    text === undefined ? undefined : (attempt(() => JSON.parse(text) as unknown) ?? undefined)
  const keys = () => {
    const stored = (attempt(() => store.keys()) ?? []).filter((key) => key.startsWith(prefix))
    return [...new Set([...stored.map((key) => key.slice(prefix.length)), ...unwritten.keys()])]
  }
  const remove = (key: string) => {
    unwritten.delete(key)
    attempt(() => store.remove(prefix + key))
  }
  return {
    getKeys: async () => keys(),
    getEntries: async <T>() => keys().map((key): [string, T] => [key, parse(read(key)) as T]),
    getItem: async <T>(key: string) => parse(read(key)) as T | undefined,
    async setItem(key, value) {
      const text = JSON.stringify(value)
      if (text === undefined) return remove(key)
      unwritten.set(key, text)
      attempt(() => {
        store.set(prefix + key, text)
        unwritten.delete(key)
      })
    },
    removeItem: async (key) => remove(key),
    clear: () => keys().forEach(remove),
  }
}
