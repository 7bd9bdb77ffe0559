/** Creates Web Locks in memory, which several simulated tabs can share. Supports only requests with `ifAvailable`. */
export function memoryLocks() {
  const held = new Set<string>()
  return {
    async request<T>(
      name: string,
      _: { readonly ifAvailable: true },
      run: (lock: object | null) => Promise<T>,
    ): Promise<T> {
      await undefined
      if (held.has(name)) return run(null)
      held.add(name)
      try {
        return await run({ name })
      } finally {
        held.delete(name)
      }
    },
  }
}
