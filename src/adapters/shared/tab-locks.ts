import type { AdapterContext } from '../../core/wallet/adapter.ts'

/** As much of Web Locks as is used. `run` gets null where another tab holds the name; it is held until `run` settles. */
export interface TabLocks {
  request<T>(
    name: string,
    options: { readonly ifAvailable: true },
    run: (lock: object | null) => Promise<T>,
  ): Promise<T>
}

/** The locks that the tabs of a page share: those of the browser, else stored ones; undefined where there are no tabs. */
export function tabLocks({
  page,
  storage,
  clock,
}: Pick<AdapterContext, 'page' | 'storage' | 'clock'>): TabLocks | undefined {
  if (page.kind !== 'browser') return undefined
  const { locks } = (page.global('navigator') ?? {}) as { readonly locks?: TabLocks }
  return (
    locks ?? {
      // Only secure pages have locks, and those are nearly all.
      request: async (name, _, run) =>
        (await import('./stored-lock.ts')).withStoredLock({ storage, clock, name }, run),
    }
  )
}
