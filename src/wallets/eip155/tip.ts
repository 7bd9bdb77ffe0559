import type { NodeCall } from '../node-pool.ts'
import { readQuantity } from './quantity.ts'

/**
 * Returns the priority fee that the node suggests, in wei. If the node doesn't suggest one, returns the gas price minus the
 * base fee.
 */
export async function suggestedTip(node: NodeCall, baseFee: bigint): Promise<bigint> {
  try {
    return BigInt(await readQuantity(node, 'eth_maxPriorityFeePerGas'))
  } catch (error) {
    if (!(await isMissing(error))) throw error
    const price = BigInt(await readQuantity(node, 'eth_gasPrice'))
    return price > baseFee ? price - baseFee : 0n
  }
}

async function isMissing(error: unknown): Promise<boolean> {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (code === -32601 || code === -32004) return true
  if (typeof code !== 'number') return false
  const { meaningOf } = await import('../../core/errors/node-words.ts')
  return meaningOf({ family: 'eip155', code, text: String(message) }) === 'rpc/method-unsupported'
}
