import type { Latchkey } from '../client/create-latchkey.ts'

/** How long the queue waits for a fetch before it starts the next fetch, in ms. */
const longest = 5000

/** Fetches the code that the next click may need, one fetch at a time, after the current view is on screen. */
export interface Background {
  /**
   * Adds a fetch to the end of the queue. Errors are ignored, because a click fetches again. Returns a function that removes the
   * fetch from the queue.
   */
  later(load: () => unknown): () => void
}

/** Creates the queue. With Save-Data or on a slow connection, the queue fetches nothing. */
export function createBackground({ traits, whenIdle }: Pick<Latchkey, 'traits' | 'whenIdle'>): Background {
  const queue = new Set<() => unknown>()
  let busy = false

  async function work(): Promise<void> {
    if (busy) return
    busy = true
    try {
      for (;;) {
        await painted()
        await idle(whenIdle)
        const [load] = queue
        if (!load) break
        queue.delete(load)
        await atMost(longest, load)
      }
    } finally {
      busy = false
    }
  }

  return {
    later(load) {
      if (traits.saveData) return () => {}
      const task = () => load()
      queue.add(task)
      work()
      return () => void queue.delete(task)
    },
  }
}

/** Calls `load`. Resolves when the load succeeds or fails, or after `ms`. */
async function atMost(ms: number, load: () => unknown): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  const loaded = Promise.resolve()
    .then(load)
    .catch(() => {})
  await Promise.race([loaded, late])
  clearTimeout(timer)
}

/**
 * Resolves in the second animation frame from now, when everything rendered before the call is on screen. Waits while the tab
 * is hidden.
 */
export function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/** Resolves when the page has nothing else to do. Uses `whenIdle` in Safari, which has no `scheduler`. */
async function idle(whenIdle: Latchkey['whenIdle']): Promise<void> {
  const { scheduler } = globalThis as {
    readonly scheduler?: {
      postTask?(run: () => void, options: { readonly priority: 'background' }): Promise<void>
    }
  }
  if (scheduler?.postTask) await scheduler.postTask(() => {}, { priority: 'background' })
  else await new Promise<void>((resolve) => whenIdle(resolve))
}
