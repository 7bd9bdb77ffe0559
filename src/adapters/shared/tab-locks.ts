import type { AdapterContext } from '../../core/wallet/adapter.ts'

/**
 * The part of Web Locks that this code uses. If another tab has the lock, calls `run` with null. Otherwise, calls `run` with the
 * lock, and keeps the lock until `run` settles.
 */
export interface TabLocks {
  request<T>(
    name: string,
    options: { readonly ifAvailable: true },
    run: (lock: object | null) => Promise<T>,
  ): Promise<T>
}

/** Returns the locks that the tabs of a page share: Web Locks, or locks in storage. Returns undefined outside a browser. */
export function tabLocks({
  page,
  storage,
  clock,
}: Pick<AdapterContext, 'page' | 'storage' | 'clock'>): TabLocks | undefined {
  if (page.kind !== 'browser') return undefined
  const { locks } = (page.global('navigator') ?? {}) as { readonly locks?: TabLocks }
  return (
    locks ?? {
      // Loaded on demand, because nearly all pages have Web Locks: every secure context has them.
      request: async (name, _, run) =>
        (await import('./stored-lock.ts')).withStoredLock({ storage, clock, name }, run),
    }
  )
}
