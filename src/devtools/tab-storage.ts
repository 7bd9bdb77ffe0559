import type { KeyValueStore } from '../ports.ts'

/** Storage that survives a reload of this tab; undefined if unavailable or blocked. */
export function tabStorage(): Pick<KeyValueStore, 'get' | 'set'> | undefined {
  try {
    const area = sessionStorage
    return { get: (key) => area.getItem(key), set: (key, value) => area.setItem(key, value) }
  } catch {
    return undefined
  }
}
