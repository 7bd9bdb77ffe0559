import type { LatchkeyError } from '../../core/errors/latchkey-error.ts'
import { missingPeer as missing } from '../shared/missing-peer.ts'

export const peers = ['viem'] as const

/** What a failed import of the chain half means: viem is an optional peer. */
export function missingPeer(error: unknown): LatchkeyError {
  return missing('eip155', peers, error)
}
