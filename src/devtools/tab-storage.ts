import type { KeyValueStore } from '../ports.ts'

/** Returns storage that survives a reload of this tab, or undefined if it is unavailable or blocked. */
export function tabStorage(): Pick<KeyValueStore, 'get' | 'set'> | undefined {
  try {
    const area = sessionStorage
    return { get: (key) => area.getItem(key), set: (key, value) => area.setItem(key, value) }
  } catch {
    return undefined
  }
}
