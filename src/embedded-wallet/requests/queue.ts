/** Runs what needs the visitor one after the other, in the order in which it came. */
export type Queue = <T>(run: () => Promise<T>) => Promise<T>

/** How many may wait: nobody decides on more in a row, and a page must not bury its visitor. */
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
