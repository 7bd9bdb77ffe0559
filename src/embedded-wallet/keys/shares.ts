import { sha256 } from '@noble/hashes/sha256'
import { hex } from '@scure/base'

/** Three parts of a key, of which any two restore it, and one alone says nothing. */
export interface Shares {
  /** For this browser. */
  readonly device: Uint8Array
  /** For the service. */
  readonly service: Uint8Array
  /** For the visitor's recovery file. */
  readonly recovery: Uint8Array
}

/** Shares of different splits do not combine, even those of one key. */
export async function splitKey(entropy: Uint8Array): Promise<Shares> {
  const { split } = await import('shamir-secret-sharing')
  const [device, service, recovery] = await split(entropy, 3, 2)
  if (!device || !service || !recovery) throw new Error('The key was not split')
  return { device, service, recovery }
}

/** Of shares that do not belong together it makes 32 bytes of no meaning: who calls it compares the addresses. */
export async function combineShares(one: Uint8Array, other: Uint8Array): Promise<Uint8Array> {
  const { combine } = await import('shamir-secret-sharing')
  return combine([one, other])
}

/** Names a share without telling anything of it: a share has 256 random bits. */
export function nameOfShare(share: Uint8Array): string {
  return hex.encode(sha256(share))
}
