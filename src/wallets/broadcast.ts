import type { Hex } from '../core/chain/caip.ts'
import { isLatchkeyError } from '../core/errors/latchkey-error.ts'
import type { NodeCall } from './node-pool.ts'
import { ProviderError } from './provider-error.ts'

/**
 * Broadcasts a transaction that the wallet has signed. If the broadcast fails, looks up the
 * transaction's hash. If the network knows the hash, the transaction counts as sent.
 * @throws the node's error with `hash`. If the transaction may have been sent, the error has the code -32603, and its `data` has
 * `maybeSent` and `hash`.
 */
export async function broadcastSigned(
  hash: string,
  [method, params]: readonly [method: string, params: readonly unknown[]],
  node: NodeCall,
  isKnown: () => Promise<boolean>,
): Promise<void> {
  // Load this code before the broadcast, so that an error of the broadcast can be read at once.
  const [{ broadcastKnown }, { rpcErrorFrom }] = await Promise.all([
    import('../core/errors/broadcast-error.ts'),
    import('../core/errors/rpc-errors.ts'),
  ])
  let thrown: unknown
  const send = () =>
    node(method, params).catch((error: unknown) => {
      thrown = error
      const { cause } = Object(error) as { readonly cause?: unknown }
      throw isLatchkeyError(cause) ? cause : rpcErrorFrom(error, { method, source: 'endpoint' })
    })
  try {
    await broadcastKnown(hash, send, isKnown)
  } catch (error) {
    if (!isLatchkeyError(error, 'rpc/maybe-sent')) throw Object.assign(Object(thrown), { hash })
    throw new ProviderError(-32603, error.message, { maybeSent: true, hash }, { cause: error })
  }
}

/** Returns the hash of a transaction that may have been sent. Returns undefined for other errors. */
export function maybeSentHash(error: unknown): Hex | undefined {
  if (!(error instanceof ProviderError)) return undefined
  const { maybeSent, hash } = Object(error.data) as { readonly maybeSent?: unknown; readonly hash?: unknown }
  return maybeSent === true && typeof hash === 'string' ? (hash as Hex) : undefined
}
