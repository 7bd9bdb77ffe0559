import type { Clock, KeyValueStore } from '../../ports.ts'

/**
 * How long a lock lasts, and how often its owner renews it, in ms. Both values are our own. Browsers may run a hidden tab's timers only once a
 * minute.
 */
const lifetime = 150_000
const renewal = 30_000
/** How long a tab waits after it wrote its mark, in ms. This value is our own. It is long enough for every tab to see what the other tabs wrote. */
const settling = 100

export interface StoredLock {
  readonly storage: KeyValueStore
  readonly clock: Clock
  readonly name: string
}

/**
 * A lock in shared storage, for pages whose browser has no Web Locks. A tab writes its mark, waits until the other tabs have
 * written theirs, and owns the lock if its mark is still stored. The owner renews the lock. If the tab closes, the lock expires.
 * Without working storage, the tabs can't coordinate, so the lock is granted.
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
