import type { KeyValueStore } from '../../ports.ts'
import type { FaultId, Faults } from '../faults.ts'

/** Wraps a store. While a storage fault is on, the store throws a browser's errors. */
export function faultyStorage(store: KeyValueStore, faults: Faults): KeyValueStore {
  const refuse = (...ids: readonly FaultId[]) => {
    if (ids.includes('storage-refused') && faults.isOn('storage-refused'))
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    if (ids.includes('storage-full') && faults.isOn('storage-full'))
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  return {
    get(key) {
      refuse('storage-refused')
      return store.get(key)
    },
    set(key, value) {
      refuse('storage-refused', 'storage-full')
      store.set(key, value)
    },
    remove(key) {
      refuse('storage-refused')
      store.remove(key)
    },
    keys() {
      refuse('storage-refused')
      return store.keys()
    },
    ...(store.exclusively && { exclusively: (run) => store.exclusively?.(run) }),
    ...(store.onExternalChange && {
      onExternalChange: (listener) => store.onExternalChange?.(listener) ?? (() => {}),
    }),
  }
}
