import type { Store } from '../store/store.ts'

/** Account types: controlled by a key, or by a contract that the key owns. */
export const accountTypes = ['eoa', 'smartAccount'] as const
export type AccountType = (typeof accountTypes)[number]

/** Each user's preferred account type, stored in this browser. */
export interface Preference {
  /** Returns the preference, or undefined if the user has not chosen. */
  of(userId: string): Promise<AccountType | undefined>
  set(userId: string, type: AccountType): Promise<void>
}

export function preferenceIn(store: Store): Preference {
  const name = (userId: string) => `account type of ${userId}`
  return {
    async of(userId) {
      // If the browser blocks storage in frames, the page's preference applies.
      const kept = await store.get<unknown>(name(userId)).catch(() => undefined)
      return accountTypes.find((type) => type === kept)
    },
    set: (userId, type) => store.set(name(userId), type),
  }
}

/** Parses an account type. @throws When the text is not one. */
export function readAccountType(text: string): AccountType {
  const found = accountTypes.find((type) => type === text)
  if (!found) throw new Error(`The account type ${text.slice(0, 60)} is unknown.`)
  return found
}
