import { createToken, hashOf, isSame, systemRandom } from '../wallet-service/secrets.ts'

/** Who has logged in to the operator's pages. Kept in memory: a restart logs everybody out. */
export interface OperatorLogins {
  /** Undefined for another token. */
  open(token: string): string | undefined
  has(login: string | undefined): boolean
  close(login: string | undefined): void
}

/** How long a login lasts, in ms, and how many there are at a time. */
export const loginLasts = 12 * 60 * 60_000
const mostLogins = 1000
/** Of the operator's token, in characters. */
const shortest = 32

/** @throws For a token that is too short to be no guess. */
export function operatorLogins(token: string, now: () => number): OperatorLogins {
  if (token.length < shortest)
    throw new Error(`The operator's token must have at least ${shortest} characters`)
  /** When each ends, by its hash, the oldest first. */
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

/** Compares in a time that tells nothing, not even of the length. */
export function isToken(given: string, token: string): boolean {
  return isSame(hashOf(given), hashOf(token))
}
