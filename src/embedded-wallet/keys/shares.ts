import { sha256 } from '@noble/hashes/sha256'
import { hex } from '@scure/base'

/** The three shares of a key. Any two restore the key. One alone reveals nothing. */
export interface Shares {
  /** The share that this browser stores. */
  readonly device: Uint8Array
  /** The share that the service stores. */
  readonly service: Uint8Array
  /** The share that the visitor keeps. */
  readonly recovery: Uint8Array
}

/**
 * The x-coordinate of each share in Shamir's scheme, stored in the share's last byte. The coordinates are fixed, so any two
 * shares of a split always yield the same third share. So until the key is split again, all browsers of a visitor store the same
 * share, and all recovery files of the visitor contain the same share.
 */
const shareIndexes = { device: 1, service: 2, recovery: 3 } as const satisfies Record<keyof Shares, number>

/** The size of a share of a 32-byte key, in bytes. */
const shareSize = 33

/** Splits a key. Shares of different splits can't be combined, even if the key is the same. */
export async function splitKey(entropy: Uint8Array): Promise<Shares> {
  const { split } = await import('shamir-secret-sharing')
  // The library returns as many shares as requested.
  const [one, other] = (await split(entropy, 2, 2)) as [Uint8Array, Uint8Array]
  const [device, service, recovery] = await Promise.all([
    shareFrom(one, other, 'device'),
    shareFrom(one, other, 'service'),
    shareFrom(one, other, 'recovery'),
  ])
  one.fill(0)
  other.fill(0)
  return { device, service, recovery }
}

/**
 * Combines two shares. If they belong to different splits, returns 32 meaningless bytes, so the caller must compare the
 * wallet's addresses.
 */
export async function combineShares(one: Uint8Array, other: Uint8Array): Promise<Uint8Array> {
  const { combine } = await import('shamir-secret-sharing')
  return combine([one, other])
}

/** Computes the third share of a split from the other two. */
export async function shareFrom(
  one: Uint8Array,
  other: Uint8Array,
  wanted: keyof Shares,
): Promise<Uint8Array> {
  const place = shareIndexes[wanted]
  const known = [one, other].find((share) => share.at(-1) === place)
  if (known) return known.slice()
  // The shares are points over the field GF(2^8), in which addition is XOR. Add `place` to both
  // x-coordinates. The value at 0 is then the third share.
  const moved = [one, other].map((share) => {
    const copy = share.slice()
    copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ place
    return copy
  }) as [Uint8Array, Uint8Array]
  const found = await combineShares(...moved)
  const share = new Uint8Array(found.length + 1)
  share.set(found)
  share[found.length] = place
  for (const bytes of [...moved, found]) bytes.fill(0)
  return share
}

/** Returns whether the bytes have the form of a recovery share. */
export function isRecoveryShare(share: Uint8Array): boolean {
  return share.length === shareSize && share.at(-1) === shareIndexes.recovery
}

/** Returns the share's fingerprint, a hash. It reveals nothing, because a share has 256 random bits. */
export function shareFingerprint(share: Uint8Array): string {
  return hex.encode(sha256(share))
}
