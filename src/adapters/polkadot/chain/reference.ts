import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'

/** The known facts about a sent transaction, apart from its hash. The `reference` of the transaction is this record as text. */
export interface Trace {
  /** The number of the block at which the transaction was built. Only later blocks can include the transaction. */
  readonly made: number
  /** The sender, the nonce, and a digest of the call. Absent in references of earlier versions. */
  readonly by?: { readonly from: string; readonly nonce: number; readonly digest: string } | undefined
}

const pattern = /^(\d{1,15})(?::([1-9A-HJ-NP-Za-km-z]{40,64}):(\d{1,15}):([0-9a-f]{64}))?$/

export function traceIn(reference: string): Trace | undefined {
  const [, made, from, nonce, digest] = pattern.exec(reference) ?? []
  if (made === undefined) return undefined
  const by = from !== undefined && nonce !== undefined && digest !== undefined
  return { made: Number(made), ...(by && { by: { from, nonce: Number(nonce), digest } }) }
}

export function referenceOf(made: number, from: string, nonce: number, callHex: string): string {
  return `${made}:${from}:${nonce}:${digestOf(callHex)}`
}

export function digestOf(callHex: string): string {
  return bytesToHex(sha256(callHex.toLowerCase()))
}
