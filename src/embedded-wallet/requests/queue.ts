/** Runs requests that need the visitor one at a time, in order of arrival. */
export type Queue = <T>(run: () => Promise<T>) => Promise<T>

/** Maximum queue length, so that a page can't flood its visitor. */
const mostWaiting = 16

export function queue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (run) => {
    if (waiting >= mostWaiting) throw new Error('Too many requests wait for approval. Answer those first.')
    waiting++
    const mine = last.then(run).finally(() => {
      waiting--
    })
    last = mine.catch(() => {})
    return mine
  }
}
