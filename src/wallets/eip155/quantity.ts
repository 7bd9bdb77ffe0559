import type { Hex } from '../../core/chain/caip.ts'
import type { NodeCall } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'

/**
 * Reads a number in hex from the node. Never guesses a number, because it will be signed.
 * @throws `ProviderError` -32603 for any other answer
 */
export async function readQuantity(
  node: NodeCall,
  method: string,
  params: readonly unknown[] = [],
): Promise<Hex> {
  return quantityIn(await node<unknown>(method, params), method)
}

/**
 * Returns the value if it is a number in hex.
 * @throws `ProviderError` -32603 for other values
 */
export function quantityIn(value: unknown, method: string): Hex {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return value as Hex
  throw impossible(method)
}

/** Returns the error for an answer of a node that can't be true. */
export function impossible(method: string): ProviderError {
  return new ProviderError(-32603, `The node's answer to ${method} is impossible.`)
}
