import { type Chain, type Client, type CustomTransport, createClient, custom } from 'viem'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { RpcRequest } from '../../../ports.ts'

/** A network, and a function that calls its nodes. */
export interface Asked {
  readonly network: ChainNetwork<'eip155'>
  readonly query: (request: RpcRequest) => Promise<unknown>
}

/** Returns the network as viem's `Chain`. Our networks have the same fields. */
export function chainOf(network: ChainNetwork<'eip155'>): Chain {
  return { ...network, id: Number(network.id) } as unknown as Chain
}

/** Creates a transport for viem. viem doesn't retry requests, because Latchkey's transport does. */
export function nodeTransport({ query }: Pick<Asked, 'query'>): CustomTransport {
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    try {
      return await query({ method, params: params as readonly unknown[] })
    } catch (error) {
      if (!isLatchkeyError(error, 'node/execution-reverted')) throw error
      // viem recognizes a revert by the code 3, and decodes the contract's own error from the data.
      const { data } = error as { readonly data?: unknown }
      throw Object.assign(new Error(error.message, { cause: error }), { code: 3, data })
    }
  }
  return custom({ request }, { retryCount: 0 })
}

/**
 * Creates a viem client that calls the network's nodes. CCIP-Read is off, because a contract could send the request to a server
 * that the host doesn't know.
 */
export function nodeClient(asked: Asked): Client<CustomTransport, Chain> {
  return createClient({
    chain: chainOf(asked.network),
    transport: nodeTransport(asked),
    cacheTime: 0,
    ccipRead: false,
  })
}
