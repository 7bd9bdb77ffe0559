import type { KeyValueStore } from '../ports.ts'

/**
 * Returns the storage for a client's sign-in. If the storage is full, a write deletes caches of the client to make room, as
 * `persistence.ts` does.
 */
export function signInStorage(storage: KeyValueStore, name: string): KeyValueStore {
  const prefix = name === 'app' ? '@latchkey/' : `@latchkey/${name}/`
  const isCache = (key: string) =>
    key.startsWith(prefix) && /^\w+(Cache|Config|Icons)$/.test(key.slice(prefix.length))
  return {
    get: (key) => storage.get(key),
    set(key, value) {
      try {
        return storage.set(key, value)
      } catch (error) {
        for (const cache of storage.keys().filter(isCache)) {
          storage.remove(cache)
          try {
            return storage.set(key, value)
          } catch {}
        }
        throw error
      }
    },
    remove: (key) => storage.remove(key),
    keys: () => storage.keys(),
    exclusively: (run) => (storage.exclusively ? storage.exclusively(run) : run()),
    onExternalChange: (listener) => storage.onExternalChange?.(listener) ?? (() => {}),
  }
}
