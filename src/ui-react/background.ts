import type { Latchkey } from '../client/create-latchkey.ts'

/** In ms: how long the queue waits for a fetch before it starts the next one. */
const longest = 5000

/** Fetches what a next click may need, one thing at a time, and only after what is on screen has been painted. */
export interface Background {
  /**
   * Queues a fetch behind the others. Errors are ignored, because a click fetches again. Returns a function that removes the fetch
   * from the queue.
   */
  later(load: () => unknown): () => void
}

/** Fetches nothing with Save-Data or on a slow connection. */
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

/** Runs the load, and resolves when it has ended, well or not, or after `ms`. */
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

/** Resolves in the second frame from now: by then, what was rendered before is on screen. Waits while the tab is hidden. */
export function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/** Resolves when the page has nothing else to do. Safari has no `scheduler`. */
async function idle(whenIdle: Latchkey['whenIdle']): Promise<void> {
  const { scheduler } = globalThis as {
    readonly scheduler?: {
      postTask?(run: () => void, options: { readonly priority: 'background' }): Promise<void>
    }
  }
  if (scheduler?.postTask) await scheduler.postTask(() => {}, { priority: 'background' })
  else await new Promise<void>((resolve) => whenIdle(resolve))
}
