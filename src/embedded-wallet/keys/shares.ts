import { sha256 } from '@noble/hashes/sha256'
import { hex } from '@scure/base'

/** Three parts of a key, of which any two restore it, and one alone says nothing. */
export interface Shares {
  /** For this browser. */
  readonly device: Uint8Array
  /** For the service. */
  readonly service: Uint8Array
  /** For the visitor to keep. */
  readonly recovery: Uint8Array
}

/**
 * Where each share lies on the line that a split draws through the key, by its last byte. The places are fixed, so that two
 * shares give the third one again: every browser of a visitor has the same device share, and every recovery file is the same.
 */
const places = { device: 1, service: 2, recovery: 3 } as const satisfies Record<keyof Shares, number>

/** In bytes, for a key of 32. */
const shareSize = 33

/** Shares of different splits do not combine, even those of one key. */
export async function splitKey(entropy: Uint8Array): Promise<Shares> {
  const { split } = await import('shamir-secret-sharing')
  const [one, other] = await split(entropy, 2, 2)
  if (!one || !other) throw new Error('The key was not split')
  const [device, service, recovery] = await Promise.all([
    shareFrom(one, other, 'device'),
    shareFrom(one, other, 'service'),
    shareFrom(one, other, 'recovery'),
  ])
  one.fill(0)
  other.fill(0)
  return { device, service, recovery }
}

/** Of shares that do not belong together it makes 32 bytes of no meaning: who calls it compares the addresses. */
export async function combineShares(one: Uint8Array, other: Uint8Array): Promise<Uint8Array> {
  const { combine } = await import('shamir-secret-sharing')
  return combine([one, other])
}

/** A share of the split to which two others belong. */
export async function shareFrom(
  one: Uint8Array,
  other: Uint8Array,
  wanted: keyof Shares,
): Promise<Uint8Array> {
  const place = places[wanted]
  const known = [one, other].find((share) => share.at(-1) === place)
  if (known) return known.slice()
  // Sums of this field are XOR. When the line is moved along its axis, what it has at 0 is what it had at the place.
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

/** Whether it is the share that a visitor keeps, by its form. */
export function isRecoveryShare(share: Uint8Array): boolean {
  return share.length === shareSize && share.at(-1) === places.recovery
}

/** Names a share without telling anything of it: a share has 256 random bits. */
export function nameOfShare(share: Uint8Array): string {
  return hex.encode(sha256(share))
}
