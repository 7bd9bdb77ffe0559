import type { Store } from '../../src/embedded-wallet/store/store.ts'

/** Creates a fake of a browser's storage. Several clients can use the storage in turn. */
export function memoryStore(): Store & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>()
  return {
    kept,
    get: async <T>(name: string) => kept.get(name) as T | undefined,
    set: async (name, value) => void kept.set(name, value),
    names: async () => [...kept.keys()],
    remove: async (name) => void kept.delete(name),
    async change<T>(name: string, change: (value: T | undefined) => T) {
      const changed = change(kept.get(name) as T | undefined)
      kept.set(name, changed)
      return changed
    },
  }
}
