import { base58, base64 } from '@scure/base'
import { readTransaction } from '../../adapters/solana/wire.ts'
import { broadcastSigned } from '../broadcast.ts'
import type { NodeCall } from '../node-pool.ts'

/**
 * Broadcasts a signed transaction. Resolves with its id, which is its first signature. Ignores the id in the node's answer, which
 * may belong to another transaction.
 * @throws the errors of `broadcastSigned`
 */
export async function broadcastSolana(wire: Uint8Array, options: object, node: NodeCall): Promise<string> {
  const [signature = new Uint8Array()] = readTransaction(wire).signatures
  const hash = base58.encode(signature)
  const params = [base64.encode(wire), { ...options, encoding: 'base64' }]
  await broadcastSigned(hash, ['sendTransaction', params], node, async () => {
    const search = [[hash], { searchTransactionHistory: true }]
    const found = await node<{ readonly value?: unknown } | null>('getSignatureStatuses', search)
    const [status] = Array.isArray(found?.value) ? found.value : []
    return typeof status === 'object' && status !== null
  })
  return hash
}
