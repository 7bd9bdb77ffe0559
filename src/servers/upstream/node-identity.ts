import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { isProvable, networkIdentity } from '../../transport/json-rpc/network-identity.ts'

/** Finds out which network a node serves. */
export interface NodeIdentity {
  /** The JSON-RPC request to send to the node. */
  readonly body: string
  readonly expected: CaipNetworkId
  /** Returns whether the node's answer names the expected network. @throws `rpc/invalid-response` if it names no network. */
  matches(text: unknown): boolean | Promise<boolean>
}

/** Returns the identity of a network's nodes; undefined if the nodes can't report this id. */
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
