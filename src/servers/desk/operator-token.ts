import { createToken, hashOf, isSame, systemRandom } from '../wallet-service/secrets.ts'

/** The logins to the operator's pages. They are in memory, so a restart logs everyone out. */
export interface OperatorLogins {
  /** Returns the token of the new login; undefined if the operator's token is wrong. */
  open(token: string): string | undefined
  has(login: string | undefined): boolean
  close(login: string | undefined): void
}

/** How long a login lasts, in ms, and the maximum number of logins at a time. */
export const loginLasts = 12 * 60 * 60_000
const mostLogins = 1000
/** Minimum length of the operator's token, in characters. */
const shortest = 32

/** @throws When the token is so short that it could be guessed. */
export function operatorLogins(token: string, now: () => number): OperatorLogins {
  if (token.length < shortest)
    throw new Error(`The operator's token must have at least ${shortest} characters`)
  /** The expiry time of each login, by the hash of its token. The oldest login comes first. */
  const logins = new Map<string, number>()
  return {
    open(given) {
      if (!isToken(given, token)) return undefined
      const login = createToken(systemRandom)
      if (logins.size >= mostLogins) logins.delete(logins.keys().next().value ?? '')
      logins.set(hashOf(login), now() + loginLasts)
      return login
    },
    has: (login) => login !== undefined && (logins.get(hashOf(login)) ?? 0) > now(),
    close: (login) => void (login !== undefined && logins.delete(hashOf(login))),
  }
}

/** Compares in constant time, so that neither the token's content nor its length leaks. */
export function isToken(given: string, token: string): boolean {
  return isSame(hashOf(given), hashOf(token))
}
