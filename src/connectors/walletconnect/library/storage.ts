import type { KeyValueStore } from '../../../ports.ts'
import type { IndexedStore } from './indexed-store.ts'

/** The interface of the WalletConnect library's storage. */
export interface LibraryStorage {
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
  /**
   * Our addition. Returns the value like `getItem`, but with the changes of other tabs.
   * @throws the browser's error if its database can't be read.
   */
  readAgain?(key: string): Promise<unknown>
}

/** Temporarily hides the stored values, to find out whether they cause a failure. Only `replace` removes them. */
interface Restart {
  /** Hides the stored values until `show` or `replace` is called. Meanwhile, new values stay in memory. */
  hide(): void
  show(): void
  /** Replaces the stored values with the values that were set since `hide`. */
  replace(): void
}

/**
 * Adapts a key-value store to the library's storage interface. Only `readAgain` throws: an unreadable value is undefined, and a
 * value that can't be written stays in memory. `prefix` separates the library's data from other data in the store.
 */
export function libraryStorage(
  store: KeyValueStore & Partial<Pick<IndexedStore, 'written' | 'readAgain'>>,
  prefix: string,
): LibraryStorage & Restart {
  const unwritten = new Map<string, string>()
  /** While this map is set, it contains all values, and the stored values are ignored. */
  let fresh: Map<string, string> | undefined
  const attempt = <T>(run: () => T): T | undefined => {
    try {
      return run()
    } catch {
      return undefined
    }
  }
  // Drop invalid values. The library doesn't check them, and one invalid list entry would make its client fail.
  const sane = (key: string, value: unknown) => {
    // Drop the link, because the library would open it. We store the link elsewhere, and check it.
    if (/DEEPLINK_CHOICE$/.test(key)) return undefined
    const list = Array.isArray(value)
    if (!isObject(value) && !list)
      return /WALLETCONNECT_CLIENT_ID$/.test(key) && typeof value === 'string' ? value : undefined
    if (/(keychain|messages|messages_withoutClientAck)$/.test(key)) return list ? undefined : value
    if (!list) return /verify|universal_provider/.test(key) ? value : undefined
    if (/LINK_MODE_APPS$/.test(key)) return value.filter((item) => typeof item === 'string')
    const items = value.filter(isObject)
    return /subscription$/.test(key)
      ? items.filter(({ topic, relay }) => typeof topic === 'string' && isObject(relay))
      : items
  }
  const read = (key: string) =>
    fresh ? fresh.get(key) : (unwritten.get(key) ?? attempt(() => store.get(prefix + key)) ?? undefined)
  const parse = (text: string | undefined) =>
    text === undefined ? undefined : (attempt(() => JSON.parse(text) as unknown) ?? undefined)
  const keys = () => {
    if (fresh) return [...fresh.keys()]
    const stored = (attempt(() => store.keys()) ?? []).filter((key) => key.startsWith(prefix))
    return [...new Set([...stored.map((key) => key.slice(prefix.length)), ...unwritten.keys()])]
  }
  const remove = (key: string) => {
    if (fresh) return void fresh.delete(key)
    unwritten.delete(key)
    attempt(() => store.remove(prefix + key))
  }
  const set = (key: string, text: string) => {
    if (fresh) return void fresh.set(key, text)
    unwritten.set(key, text)
    attempt(() => {
      store.set(prefix + key, text)
      unwritten.delete(key)
    })
  }
  return {
    getKeys: async () => keys(),
    getEntries: async <T>() => keys().map((key): [string, T] => [key, parse(read(key)) as T]),
    getItem: async <T>(key: string) => sane(key, parse(read(key))) as T | undefined,
    async setItem(key, value) {
      const text = JSON.stringify(value)
      if (text === undefined) return remove(key)
      set(key, text)
      await store.written?.()
    },
    removeItem: async (key) => remove(key),
    async readAgain(key) {
      const text = store.readAgain ? await store.readAgain(prefix + key) : read(key)
      return sane(key, parse(text))
    },
    hide() {
      fresh = new Map()
    },
    show() {
      fresh = undefined
    },
    replace() {
      const all = fresh ?? []
      fresh = undefined
      keys().forEach(remove)
      for (const [key, text] of all) set(key, text)
    },
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
