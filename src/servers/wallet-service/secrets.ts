import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

export interface Random {
  bytes(length: number): Uint8Array
  /** Returns an integer from 0 to `limit` - 1. All values are equally likely. */
  int(limit: number): number
}

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  int: (limit) => randomInt(limit),
}

/** Functions that derive secrets for several purposes from the service's key. */
export interface Secrets {
  /**
   * Returns a hash that can be computed only with the service's key. So an attacker with only the database can't guess a code
   * from its hash.
   */
  keyedHash(purpose: string, ...parts: readonly string[]): string
  /** Derives a secret from a token and the service's key, such as the next token. */
  followUp(purpose: string, token: string): string
  /** Returns the 256-bit key that encrypts a user's key shares. */
  shareKey(user: string): Uint8Array
}

/** @param key 256 random bits. */
export function secretsOf(key: Uint8Array): Secrets {
  if (key.length !== 32) throw new Error(`The service's key must have 32 bytes, not ${key.length}`)
  const derive = (info: string, salt = '') => Buffer.from(hkdfSync('sha256', key, salt, info, 32))
  const hashing = derive('latchkey wallet service: hashes')
  const following = derive('latchkey wallet service: tokens')
  // Each part has its length as a prefix, so that different lists of parts never give the same text.
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

/** Returns the hash of a token. The database contains only hashes of tokens. A plain hash is safe, because a token has 256 random bits. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Compares two texts in constant time. */
export function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Returns 256 random bits in base64url. */
export function createToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

/** Returns six digits. */
export function createCode(random: Random): string {
  return String(random.int(1_000_000)).padStart(6, '0')
}
