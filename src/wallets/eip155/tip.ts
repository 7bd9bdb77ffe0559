import { meaningOf } from '../../core/errors/node-words.ts'
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
    if (!isMissing(error)) throw error
    const price = BigInt(await readQuantity(node, 'eth_gasPrice'))
    return price > baseFee ? price - baseFee : 0n
  }
}

function isMissing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (
    code === -32601 ||
    code === -32004 ||
    (typeof code === 'number' &&
      meaningOf({ family: 'eip155', code, text: String(message) }) === 'rpc/method-unsupported')
  )
}
