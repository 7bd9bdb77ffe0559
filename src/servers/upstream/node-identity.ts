import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { isProvable, networkIdentity } from '../../transport/json-rpc/network-identity.ts'

/** The request that shows which network a node serves, and the check of the answer. */
export interface NodeIdentity {
  /** The JSON-RPC request. */
  readonly body: string
  readonly expected: CaipNetworkId
  /** Whether the response comes from the expected network. @throws `rpc/invalid-response` if it names no network. */
  matches(text: unknown): boolean | Promise<boolean>
}

/**
 * The identity of a network's nodes; undefined for a family whose nodes don't report their network, or for an id that they can't
 * report.
 */
export function identityOf(network: CaipNetworkId): NodeIdentity | undefined {
  const identity = isProvable(network) ? networkIdentity(network) : undefined
  return (
    identity && {
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, params: [], ...identity.call }),
      expected: network,
      matches(text) {
        const { result } = Object(JSON.parse(String(text))) as { readonly result?: unknown }
        return identity.matches(result, () => {})
      },
    }
  )
}
