import type { ChainNetwork } from 'latchkey'
import type { NodeCall } from 'latchkey/wallets'
import type { Context } from '../context.ts'

/** Returns a function that calls the network's nodes with the library. @throws the library's errors */
export function networkNode(
  { rpcUrls }: Pick<ChainNetwork, 'rpcUrls'>,
  { signal, health }: Pick<Context, 'signal' | 'health'>,
): NodeCall {
  return async <T>(method: string, params?: readonly unknown[]) => {
    const { nodePool } = await import('latchkey/wallets')
    return nodePool(rpcUrls.default.http, { health })<T>(method, params, { signal }).catch(
      (error: unknown) => {
        throw (error as { readonly cause?: unknown }).cause ?? error
      },
    )
  }
}
