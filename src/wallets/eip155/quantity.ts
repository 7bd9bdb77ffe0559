import type { Hex } from '../../core/chain/caip.ts'
import type { NodeCall } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'

/**
 * Asks the node for a number in hex. Fails rather than guess the number, because the number gets signed.
 * @throws `ProviderError` -32603 for any other answer
 */
export async function readQuantity(
  node: NodeCall,
  method: string,
  params: readonly unknown[] = [],
): Promise<Hex> {
  return quantityIn(await node<unknown>(method, params), method)
}

/** @throws `ProviderError` -32603 for anything but a number in hex */
export function quantityIn(value: unknown, method: string): Hex {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return value as Hex
  throw impossible(method)
}

/** The error for a node's answer that can't be true. */
export function impossible(method: string): ProviderError {
  return new ProviderError(-32603, `The node's answer to ${method} is impossible.`)
}
