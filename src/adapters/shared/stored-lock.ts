import type { Clock, KeyValueStore } from '../../ports.ts'

/** Ours, in ms. A tab that is hidden for long may run its timers once a minute only. */
const lifetime = 150_000
const renewal = 30_000
/** Ours, in ms: by then each tab has seen what the others wrote. */
const settling = 100

export interface StoredLock {
  readonly storage: KeyValueStore
  readonly clock: Clock
  readonly name: string
}

/**
 * A lock in the storage that tabs share, for pages to which the browser gives none. Who takes it writes down a mark, waits for
 * the others to have done so, and has it if the mark still stands. It is renewed while it is held, and expires with a tab that
 * has gone. Where nothing can be stored there is nothing to agree by, and it is granted.
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
