import type { IndexStore } from './index-store.ts'

/** If the index is ready, it counts as ready for this time in ms. Then the database is asked again. */
const readyFor = 1000

/** Returns a function that tells whether an index is ready. */
export function readyCheck(store: IndexStore, now: () => number): () => Promise<boolean> {
  let readyUntil = 0
  return async () => {
    if (now() < readyUntil) return true
    const { isReady } = await store.state()
    if (isReady) readyUntil = now() + readyFor
    return isReady
  }
}
