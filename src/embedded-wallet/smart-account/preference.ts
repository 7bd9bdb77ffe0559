import type { Store } from '../store/store.ts'

/** The types of accounts. `eoa`: a key controls the account. `smartAccount`: the account is a contract, which the key owns. */
export const accountTypes = ['eoa', 'smartAccount'] as const
export type AccountType = (typeof accountTypes)[number]

/** The account type that each user prefers, stored in this browser. */
export interface Preference {
  /** Returns the preference. Returns undefined if the user has not chosen. */
  of(userId: string): Promise<AccountType | undefined>
  set(userId: string, type: AccountType): Promise<void>
}

export function preferenceIn(store: Store): Preference {
  const name = (userId: string) => `account type of ${userId}`
  return {
    async of(userId) {
      // If the browser blocks storage in frames, use the page's preference.
      const kept = await store.get<unknown>(name(userId)).catch(() => undefined)
      return accountTypes.find((type) => type === kept)
    },
    set: (userId, type) => store.set(name(userId), type),
  }
}

/**
 * Reads an account type.
 * @throws if the text isn't one.
 */
export function readAccountType(text: string): AccountType {
  const found = accountTypes.find((type) => type === text)
  if (!found) throw new Error(`The account type ${text.slice(0, 60)} is unknown.`)
  return found
}
