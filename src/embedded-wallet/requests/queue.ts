/** Runs the requests that need the visitor one at a time, in their order. */
export type Queue = <T>(run: () => Promise<T>) => Promise<T>

/** The maximum number of requests that wait, so that a page can't flood the visitor. */
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
