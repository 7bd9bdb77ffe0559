import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Where codes and tokens come from. */
export interface Random {
  bytes(length: number): Uint8Array
  /** From 0 to `limit` - 1, each as likely. */
  int(limit: number): number
}

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  int: (limit) => randomInt(limit),
}

/** The keys that the service's one key becomes, each for one purpose. */
export interface Secrets {
  /** A hash that nobody can compute, or try all codes against, who has the database alone. */
  keyedHash(purpose: string, ...parts: readonly string[]): string
  /** The token that follows a token, which nobody can compute without the key. */
  followUp(purpose: string, token: string): string
  /** 256 bits, for one user's shares. */
  shareKey(user: string): Uint8Array
}

/** @param key 256 random bits. */
export function secretsOf(key: Uint8Array): Secrets {
  if (key.length !== 32) throw new Error(`The service's key must have 32 bytes, not ${key.length}`)
  const derive = (info: string, salt = '') => Buffer.from(hkdfSync('sha256', key, salt, info, 32))
  const hashing = derive('latchkey wallet service: hashes')
  const following = derive('latchkey wallet service: tokens')
  // Each part with its length, so that no two lists of parts are one text.
  const hmac = (by: Buffer, parts: readonly string[]) =>
    createHmac('sha256', by)
      .update(parts.map((part) => `${part.length}:${part}`).join())
      .digest()
  return {
    keyedHash: (purpose, ...parts) => hmac(hashing, [purpose, ...parts]).toString('hex'),
    followUp: (purpose, token) => hmac(following, [purpose, token]).toString('base64url'),
    shareKey: (user) => derive('latchkey wallet service: shares', user),
  }
}

/** What the database knows of a token: whoever reads a backup of it has none. 256 random bits need no key for that. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Compares in a time that tells nothing of where two texts differ. */
export function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** 256 bits that nobody guesses. */
export function createToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

/** Six digits. */
export function createCode(random: Random): string {
  return String(random.int(1_000_000)).padStart(6, '0')
}
