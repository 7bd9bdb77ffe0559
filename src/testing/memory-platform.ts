import { memoryStore } from '../platform/memory-store.ts'
import type {
  Clock,
  Fetch,
  Frames,
  KeyValueStore,
  LinkTarget,
  Page,
  PageTraits,
  ParentPage,
  Platform,
  Unsubscribe,
} from '../ports.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'
import { memoryLocks } from './memory-locks.ts'

export interface MemoryPage extends Page {
  /** Sets a property of the simulated window. If the property's getter throws, `global` returns undefined. */
  setGlobal(name: string, value: unknown): void
  /** The links that were opened, oldest first. */
  readonly opened: readonly { readonly url: string; readonly target: LinkTarget }[]
  /** The beacons that were sent, oldest first. */
  readonly beacons: readonly { readonly url: string; readonly body: string }[]
  setVisible(visible: boolean): void
  setOnline(online: boolean): void
  /** Returns the number of listeners on the simulated window. At the end of a test, it should be zero. */
  listenerCount(event?: string): number
}

export interface MemoryStorage extends KeyValueStore {
  onExternalChange(listener: (key: string | null) => void): Unsubscribe
  /** Writes or removes (`null`) a key as another tab would, and reports the change. */
  changeElsewhere(key: string, value: string | null): void
}

export interface LogEntry {
  readonly level: 'debug' | 'warn' | 'error'
  readonly message: string
  readonly details: readonly unknown[]
}

export interface MemoryPlatform<C extends Clock = ManualClock> extends Platform {
  readonly clock: C
  readonly page: MemoryPage
  readonly storage: MemoryStorage
  /** All log entries, oldest first. */
  readonly logged: readonly LogEntry[]
}

export interface MemoryPlatformOptions<C extends Clock = ManualClock> {
  /** The clock. Default: a manual clock. */
  readonly clock?: C | undefined
  readonly origin?: string | undefined
  /** The page's path with query and fragment. Default: `/`. */
  readonly path?: string | undefined
  readonly traits?: Partial<PageTraits> | undefined
  /** The properties of the simulated window. Default: a `navigator` with its own locks. */
  readonly globals?: Readonly<Record<string, unknown>> | undefined
  /** The page that contains the simulated page in a frame. */
  readonly parent?: ParentPage | undefined
  /** The place for the embedded wallet's frame. Default: none. */
  readonly frames?: Frames | undefined
  /** The fetch function. Default: each request fails with `not expected: <url>`. */
  readonly fetch?: Fetch | undefined
}

/** Creates a platform without a browser. Its events are real `Event` objects. The test controls everything else. */
export function memoryPlatform<C extends Clock = ManualClock>(
  options: MemoryPlatformOptions<C> = {},
): MemoryPlatform<C> {
  const logged: LogEntry[] = []
  const write =
    (level: LogEntry['level']) =>
    (message: string, ...details: unknown[]) =>
      void logged.push({ level, message, details })
  return {
    clock: options.clock ?? (manualClock() as Clock as C),
    page: memoryPage(options),
    storage: memoryStorage(),
    log: { debug: write('debug'), warn: write('warn'), error: write('error') },
    fetch: options.fetch ?? ((input) => Promise.reject(new Error(`not expected: ${input}`))),
    logged,
  }
}

type PageOptions = Pick<MemoryPlatformOptions, 'origin' | 'path' | 'traits' | 'globals' | 'parent' | 'frames'>

function memoryPage({
  origin = 'https://app.example',
  path = '/',
  traits,
  globals = {},
  parent,
  frames,
}: PageOptions): MemoryPage {
  const target = new EventTarget()
  const counts = new Map<string, number>()
  const view: Record<string, unknown> = Object.create(null, {
    ...Object.getOwnPropertyDescriptors({ navigator: { locks: memoryLocks() } }),
    ...Object.getOwnPropertyDescriptors(globals),
  })
  const count = (event: string, by: number) => counts.set(event, (counts.get(event) ?? 0) + by)
  const opened: { url: string; target: LinkTarget }[] = []
  const beacons: { url: string; body: string }[] = []
  let visible = true
  let online = true
  return {
    kind: 'browser',
    location: { origin, hostname: new URL(origin).hostname, href: `${origin}${path}` },
    traits: {
      mobile: false,
      ios: false,
      android: false,
      mac: false,
      safari: false,
      appleSafari: false,
      telegram: false,
      saveData: false,
      framed: false,
      ...traits,
    },
    realm: {},
    parent,
    frames,
    opened,
    beacons,
    beacon: (url, body) => beacons.push({ url, body }) > 0,
    open: (url, target) => void opened.push({ url, target }),
    // The simulated page is idle as soon as the current task ends.
    whenIdle(run) {
      let wanted = true
      Promise.resolve().then(() => wanted && run())
      return () => {
        wanted = false
      }
    },
    global(name) {
      try {
        return view[name]
      } catch {
        return undefined
      }
    },
    listen(event, listener) {
      // Wrap the listener: if a test adds it twice, each of the two can be removed separately.
      const handler = { handleEvent: listener }
      target.addEventListener(event, handler)
      count(event, 1)
      let listening = true
      return () => {
        if (!listening) return
        listening = false
        target.removeEventListener(event, handler)
        count(event, -1)
      }
    },
    dispatch(event, detail) {
      target.dispatchEvent(detail === undefined ? new Event(event) : new CustomEvent(event, { detail }))
    },
    visible: () => visible,
    online: () => online,
    setGlobal(name, value) {
      view[name] = value
    },
    setVisible(next) {
      visible = next
      target.dispatchEvent(new Event('visibilitychange'))
    },
    setOnline(next) {
      online = next
      target.dispatchEvent(new Event(next ? 'online' : 'offline'))
    },
    listenerCount: (event) =>
      event === undefined
        ? [...counts.values()].reduce((sum, each) => sum + each, 0)
        : (counts.get(event) ?? 0),
  }
}

function memoryStorage(): MemoryStorage {
  const store = memoryStore()
  const listeners = new Set<(key: string | null) => void>()
  return {
    ...store,
    onExternalChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changeElsewhere(key, value) {
      if (value === null) store.remove(key)
      else store.set(key, value)
      for (const listener of [...listeners]) listener(key)
    },
  }
}
