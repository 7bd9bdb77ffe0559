import type { Clock, KeyValueStore } from '../../ports.ts'

/**
 * The lifetime of a lock, and the interval at which its owner renews it, in ms. The lifetime is long, because browsers may run a
 * hidden tab's timers only once a minute. These values aren't from a specification.
 */
const lifetime = 150_000
const renewal = 30_000
/**
 * How long, in ms, a tab waits after it wrote its id. By then, each tab sees what the other tabs wrote. This value isn't from a
 * specification.
 */
const settling = 100

export interface StoredLock {
  readonly storage: KeyValueStore
  readonly clock: Clock
  readonly name: string
}

/**
 * Runs code under a lock in shared storage, for pages in browsers without Web Locks. If no other tab has the lock, a tab writes
 * its id, and waits a moment, because other tabs may write theirs at the same time. If the stored id is still its own, the tab
 * owns the lock. The owner renews the lock. If the tab closes, the lock expires. If the storage doesn't work, the code runs
 * without a lock.
 */
export async function withStoredLock<T>(
  { storage, clock, name }: StoredLock,
  run: (lock: object | null) => Promise<T>,
): Promise<T> {
  const key = `@latchkey/lock/${name}`
  const mine = crypto.randomUUID?.() ?? String(crypto.getRandomValues(new Uint32Array(4)))
  const write = () => storage.set(key, JSON.stringify({ by: mine, at: clock.now() }))
  const held = (): unknown => {
    const { by, at } = JSON.parse(storage.get(key) ?? '{}')
    const age = clock.now() - at
    return age >= 0 && age < lifetime ? by : undefined
  }
  let taken = false
  try {
    taken = safely(held) === undefined
    if (taken) write()
  } catch {
    return run({})
  }
  if (taken) {
    await new Promise<void>((resolve) => clock.after(settling, resolve))
    taken = safely(held) === mine
  }
  if (!taken) return run(null)
  const stop = clock.every(renewal, () => void safely(write))
  try {
    return await run({})
  } finally {
    stop()
    if (safely(held) === mine) safely(() => storage.remove(key))
  }
}

function safely<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
