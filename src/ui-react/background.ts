import type { Latchkey } from '../client/create-latchkey.ts'

/** Fetches what a next click may need, one thing at a time, and only after what is on screen has been painted. */
export interface Background {
  /** Resolves once what is on screen now has been painted and the page has nothing else to do. */
  afterPaint(): Promise<void>
  /** Queues a fetch behind the others. Its errors are ignored: a click fetches again. Returns what takes it back. */
  later(load: () => unknown): () => void
}

/** Fetches nothing with Save-Data or on a slow connection. */
export function createBackground({ traits, whenIdle }: Pick<Latchkey, 'traits' | 'whenIdle'>): Background {
  const queue = new Set<() => unknown>()
  let busy = false

  async function afterPaint(): Promise<void> {
    await painted()
    await idle(whenIdle)
  }

  async function work(): Promise<void> {
    if (busy) return
    busy = true
    for (;;) {
      await afterPaint()
      const [load] = queue
      if (!load) break
      queue.delete(load)
      await Promise.resolve()
        .then(load)
        .catch(() => {})
    }
    busy = false
  }

  return {
    afterPaint,
    later(load) {
      if (traits.saveData) return () => {}
      const task = () => load()
      queue.add(task)
      work()
      return () => void queue.delete(task)
    },
  }
}

/** Resolves in the second frame from now: by then, what was rendered before is on screen. Waits while the tab is hidden. */
function painted(): Promise<void> {
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
