import type { Store } from '../store/store.ts'

/** How an account is controlled: by its key, or by a contract whose owner the key is. */
export const accountTypes = ['eoa', 'smartAccount'] as const
export type AccountType = (typeof accountTypes)[number]

/** Which account each user wants to be, kept by this browser. */
export interface Preference {
  /** Undefined where the user has not chosen. */
  of(userId: string): Promise<AccountType | undefined>
  set(userId: string, type: AccountType): Promise<void>
}

export function preferenceIn(store: Store): Preference {
  const name = (userId: string) => `account type of ${userId}`
  return {
    async of(userId) {
      // A browser that keeps nothing for a frame lets the page say.
      const kept = await store.get<unknown>(name(userId)).catch(() => undefined)
      return accountTypes.find((type) => type === kept)
    },
    set: (userId, type) => store.set(name(userId), type),
  }
}

/** @throws for a text that is no type. */
export function readAccountType(text: string): AccountType {
  const found = accountTypes.find((type) => type === text)
  if (!found) throw new Error(`There is no type of account called ${text.slice(0, 60)}.`)
  return found
}
