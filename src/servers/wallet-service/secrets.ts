import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** The source of randomness for codes and tokens. */
export interface Random {
  bytes(length: number): Uint8Array
  /** Uniform from 0 to `limit` - 1. */
  int(limit: number): number
}

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  int: (limit) => randomInt(limit),
}

/** Purpose-specific keys derived from the service's key. */
export interface Secrets {
  /** A keyed hash. An attacker who has only the database can't compute the hash, and can't find codes by trying all of them. */
  keyedHash(purpose: string, ...parts: readonly string[]): string
  /** Derives a new token from a token, such as the next refresh token from the current one. Without the key, the new token can't be computed. */
  followUp(purpose: string, token: string): string
  /** A 256-bit key for one user's shares. */
  shareKey(user: string): Uint8Array
}

/** @param key 256 random bits. */
export function secretsOf(key: Uint8Array): Secrets {
  if (key.length !== 32) throw new Error(`The service's key must have 32 bytes, not ${key.length}`)
  const derive = (info: string, salt = '') => Buffer.from(hkdfSync('sha256', key, salt, info, 32))
  const hashing = derive('latchkey wallet service: hashes')
  const following = derive('latchkey wallet service: tokens')
  // Prefix each part with its length, so that different lists of parts never give the same text.
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

/** The hash stored for a token, so that a database backup contains no tokens. A plain hash is enough, because a token has 256 random bits. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Compares in constant time. */
export function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** 256 random bits in base64url. */
export function createToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

/** Six digits. */
export function createCode(random: Random): string {
  return String(random.int(1_000_000)).padStart(6, '0')
}
