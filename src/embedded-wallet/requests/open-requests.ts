/** The requests that wait for the visitor, by the page's ids. */
export interface OpenRequests {
  run<T>(id: string | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Aborts a request. Without an id, aborts all requests. */
  abort(id?: string | undefined): void
}

export function openRequests(): OpenRequests {
  const open = new Map<AbortController, string | undefined>()
  return {
    async run(id, run) {
      const control = new AbortController()
      open.set(control, id)
      try {
        return await run(control.signal)
      } finally {
        open.delete(control)
      }
    },
    abort(id) {
      for (const [control, own] of open) if (id === undefined || own === id) control.abort()
    },
  }
}
