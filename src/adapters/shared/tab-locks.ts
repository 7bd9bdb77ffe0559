import type { AdapterContext } from '../../core/wallet/adapter.ts'

/**
 * The part of Web Locks that this code uses. Calls `run` with null if another tab holds the lock; otherwise holds the
 * lock until `run` settles.
 */
export interface TabLocks {
  request<T>(
    name: string,
    options: { readonly ifAvailable: true },
    run: (lock: object | null) => Promise<T>,
  ): Promise<T>
}

/** The locks that the tabs of a page share: Web Locks, or else locks in storage. Undefined outside a browser. */
export function tabLocks({
  page,
  storage,
  clock,
}: Pick<AdapterContext, 'page' | 'storage' | 'clock'>): TabLocks | undefined {
  if (page.kind !== 'browser') return undefined
  const { locks } = (page.global('navigator') ?? {}) as { readonly locks?: TabLocks }
  return (
    locks ?? {
      // Loaded on demand: nearly all pages are secure contexts, which have Web Locks.
      request: async (name, _, run) =>
        (await import('./stored-lock.ts')).withStoredLock({ storage, clock, name }, run),
    }
  )
}
