import type { KeyValueStore } from '../ports.ts'

/** What this tab keeps over a reload; undefined where there is no such thing, or the browser blocks it. */
export function tabStorage(): Pick<KeyValueStore, 'get' | 'set'> | undefined {
  try {
    const area = sessionStorage
    return { get: (key) => area.getItem(key), set: (key, value) => area.setItem(key, value) }
  } catch {
    return undefined
  }
}
