import type { KeyValueStore } from '../ports.ts'

/** Creates a store in memory, which lasts as long as the process or page. */
export function memoryStore(): KeyValueStore {
  const entries = new Map<string, string>()
  return {
    get: (key) => entries.get(key) ?? null,
    set: (key, value) => void entries.set(key, value),
    remove: (key) => void entries.delete(key),
    keys: () => [...entries.keys()],
  }
}
