/** The requests that wait for the visitor, by the ids that the page gave them. */
export interface OpenRequests {
  run<T>(id: string | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** The page has given one up; without an id, all of them. */
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
