import type { IndexStore } from './index-store.ts'

/** How long an index counts as ready before the database is asked again, in ms. */
const readyFor = 1000

/** Creates a function that returns whether an index is ready. */
export function readyCheck(store: IndexStore, now: () => number): () => Promise<boolean> {
  let readyUntil = 0
  return async () => {
    if (now() < readyUntil) return true
    const { isReady } = await store.state()
    if (isReady) readyUntil = now() + readyFor
    return isReady
  }
}
