import type { Store } from '../store/store.ts'

/** Stores what the visitors of this browser decided about saving a recovery share. */
export interface RecoveryReminder {
  /** Returns whether to ask the visitor now. False after a share was saved, and for a day after the visitor chose "Later". */
  due(userId: string): Promise<boolean>
  kept(userId: string): Promise<void>
  putOff(userId: string): Promise<void>
  /** Call this when the saved share no longer works. */
  lost(userId: string): Promise<void>
}

const day = 86_400_000

type Said = { readonly kept: true } | { readonly putOffAt: number }

export function recoveryReminderIn(store: Store, now: () => number): RecoveryReminder {
  const nameOf = (userId: string) => `recovery ${userId}`
  return {
    async due(userId) {
      const said = await store.get<Said>(nameOf(userId))
      return said === undefined || ('putOffAt' in said && Math.abs(now() - said.putOffAt) >= day)
    },
    kept: (userId) => store.set(nameOf(userId), { kept: true } satisfies Said),
    async putOff(userId) {
      // If a share was saved in the meantime, keep the record of it.
      await store.change<Said>(nameOf(userId), (said) =>
        said && 'kept' in said ? said : { putOffAt: now() },
      )
    },
    lost: (userId) => store.remove(nameOf(userId)),
  }
}
