import type { KeyValueStore } from '../ports.ts'

/** An in-memory store that lasts as long as the process or page. */
export function memoryStore(): KeyValueStore {
  const entries = new Map<string, string>()
  return {
    get: (key) => entries.get(key) ?? null,
    set: (key, value) => void entries.set(key, value),
    remove: (key) => void entries.delete(key),
    keys: () => [...entries.keys()],
  }
}
