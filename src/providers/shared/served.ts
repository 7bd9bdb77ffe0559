import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { CallOptions } from '../../ports.ts'

/**
 * Returns a function that resolves with the reader of a network, if the service serves the network. Each reader is created once.
 * `create` returns undefined if there can't be a reader.
 */
export function served<T extends { serves(opts?: CallOptions): Promise<boolean> }>(
  create: (network: CaipNetworkId) => T | undefined,
) {
  const made = new Map<CaipNetworkId, T | undefined>()
  return async (network: CaipNetworkId, opts?: CallOptions): Promise<T | undefined> => {
    if (!made.has(network)) made.set(network, create(network))
    const one = made.get(network)
    return one && (await one.serves(opts)) ? one : undefined
  }
}
