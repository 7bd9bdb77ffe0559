import { type MemoryPlatform, memoryPlatform } from 'latchkey/testing'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Clock, KeyValueStore } from '../../src/ports.ts'
import { memoryLocks } from '../../src/testing/memory-locks.ts'
import type { Seeded } from './seeded.ts'

/**
 * Returns a storage that the tabs of one browser share, as HTML specifies. All tabs see a write at once. Each other tab gets the
 * storage event in a later task, in the order of the writes. The browser grants each lock (Web Locks) in a later task, one after
 * the other. `random` gives the delays of these tasks. An insecure page has no Web Locks.
 */
export function browserTabs(random: Pick<Seeded, 'below'>, { secure = true } = {}) {
  const held = memoryLocks()
  const values = new Map<string, string>()
  const tabs = new Set<{ hear(key: string): void }>()
  let underway = 0
  let locks: Promise<unknown> = Promise.resolve()

  function later(run: () => void): Promise<void> {
    underway++
    return new Promise((resolve) =>
      setTimeout(() => {
        underway--
        run()
        resolve()
      }, random.below(4)),
    )
  }

  function open(): { readonly platform: MemoryPlatform<Clock>; close(): void } {
    const listeners = new Set<(key: string | null) => void>()
    let heard: Promise<unknown> = Promise.resolve()
    const tab = {
      hear(key: string) {
        underway++
        heard = heard.then(() => {
          underway--
          return later(() => {
            for (const listener of [...listeners]) listener(key)
          })
        })
      },
    }
    tabs.add(tab)
    const write = (key: string, value: string | undefined) => {
      if (values.get(key) === value) return
      if (value === undefined) values.delete(key)
      else values.set(key, value)
      for (const other of tabs) if (other !== tab) other.hear(key)
    }
    const storage: KeyValueStore = {
      get: (key) => values.get(key) ?? null,
      set: write,
      remove: (key) => write(key, undefined),
      keys: () => [...values.keys()],
      exclusively(run) {
        underway++
        locks = locks.then(() => {
          underway--
          return later(run)
        })
        return locks
      },
      onExternalChange(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
    const platform = memoryPlatform<Clock>({
      // Shortens the client's delay of 100 ms, in which a page would render.
      clock: { ...systemClock, after: (ms, run) => systemClock.after(ms === 100 ? 3 : ms, run) },
      fetch: (input, init) => fetch(input, init),
      globals: { navigator: secure ? { locks: held } : {} },
    })
    return { platform: { ...platform, storage: storage as never }, close: () => void tabs.delete(tab) }
  }

  return {
    open,
    values,
    /** Whether all storage events have arrived and all locks were granted. */
    quiet: () => underway === 0,
  }
}
