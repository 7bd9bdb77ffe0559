import type { KeyValueStore } from '../ports.ts'

/** Returns a storage that survives a reload of this tab. Returns undefined if the browser has no such storage or blocks it. */
export function tabStorage(): Pick<KeyValueStore, 'get' | 'set'> | undefined {
  try {
    const area = sessionStorage
    return { get: (key) => area.getItem(key), set: (key, value) => area.setItem(key, value) }
  } catch {
    return undefined
  }
}
