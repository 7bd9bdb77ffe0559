import { sha256 } from '@noble/hashes/sha256'
import { hex } from '@scure/base'
import type { ApprovalRequest } from './approval.ts'

/**
 * Returns the SHA-256 hash of what a request signs, in hex. The visitor's decision contains this hash. So the decision is valid
 * only for this request, and the wallet signs exactly what it showed.
 */
export function requestDigest({ origin, network, call, completed, raw }: ApprovalRequest): string {
  const { params, fee, paymaster, extraCost } = completed ?? {}
  const parts = [
    ...[origin, network.caipNetworkId, call.method, call.params],
    ...[completed?.method, params, fee, paymaster, extraCost, raw],
  ]
  const text = JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
  return hex.encode(sha256(new TextEncoder().encode(text)))
}
