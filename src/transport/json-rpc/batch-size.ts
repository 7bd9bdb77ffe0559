import { transport } from '../../core/limits.ts'
import type { Clock } from '../../ports.ts'

/** The maximum number of requests at the same time to an endpoint that limits batches. */
const chunksAtOnce = 6
/**
 * In ms: how long to remember a limit that was found by trying. Such a limit may be wrong, because another failure can look like
 * a limit.
 */
const remembered = 300_000

/** The maximum batch size of an endpoint. It is stored in the client. */
export interface BatchMemory {
  batchLimit?: { readonly size: number; readonly until: number } | undefined
}

/**
 * Finds a large batch size that an endpoint accepts, with few requests. After a refusal, tries a single call, to find out whether
 * the batch was the cause. Then tries two calls, to find out whether the endpoint accepts batches at all. Then halves the refused
 * size until a request succeeds.
 */
export function createBatchSize(clock: Pick<Clock, 'now'>, memory: BatchMemory = {}) {
  /** Set during a search: the size to try next, and the size that was refused. */
  let search: { readonly trial: number; readonly refused: number } | undefined

  const known = () => {
    const { batchLimit: limit } = memory
    return limit && clock.now() < limit.until ? limit.size : undefined
  }
  function found(size: number, until = clock.now() + remembered): void {
    memory.batchLimit = { size: Math.max(1, size), until }
    search = undefined
  }

  return {
    /** Returns the maximum number of calls in the next batch. */
    next: () => search?.trial ?? known() ?? transport.batchSize,
    /** Returns the maximum number of requests at the same time. */
    room: () => (search ? 1 : known() ? chunksAtOnce : Number.POSITIVE_INFINITY),
    found,
    stopSearch() {
      search = undefined
    },
    accepted(size: number): void {
      if (size !== search?.trial) return
      const { refused } = search
      if (size > 2 || refused - 1 <= size) found(size)
      else if (size === 1) search = { trial: 2, refused }
      else if (refused >> 1 > 2) search = { trial: refused >> 1, refused }
      else found(2)
    },
    /**
     * Records a refused batch.
     * @param stated The limit in the endpoint's message, if there is one.
     */
    refused(size: number, stated: number | undefined): void {
      if (stated !== undefined) found(stated, Number.POSITIVE_INFINITY)
      // A single call was refused too, so batches aren't the cause.
      else if (size === 1) search = undefined
      else if (size !== search?.trial) search = { trial: 1, refused: Math.min(size, search?.refused ?? size) }
      else if (size === 2) found(1)
      else search = { trial: Math.max(2, size >> 1), refused: size }
    },
  }
}
