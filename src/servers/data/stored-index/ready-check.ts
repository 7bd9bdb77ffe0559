import { isFresh } from '../../../core/timing.ts'
import type { IndexStore } from './index-store.ts'

/** How long an index counts as ready before the database is asked again, in ms. */
const readyFor = 1000

/** Creates a function that returns whether an index is ready. */
export function readyCheck(store: IndexStore, now: () => number): () => Promise<boolean> {
  let readyAt = Number.NaN
  return async () => {
    if (isFresh(readyAt, readyFor, now())) return true
    const { isReady } = await store.state()
    if (isReady) readyAt = now()
    return isReady
  }
}
