import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { CallOptions } from '../../ports.ts'

/** Calls a node of a network. Rejects if the node doesn't respond. Callers trust that a resolved value comes from the node. */
export type NodeCall = (
  chainId: CaipNetworkId,
  method: string,
  params: readonly unknown[],
  opts?: CallOptions,
) => Promise<unknown>

/** The signed text, its signature and its account. */
export interface Proof {
  readonly text: string
  readonly signature: string
  /** If undefined, the scheme is unknown, and all schemes of the family are tried. */
  readonly scheme: string | undefined
  readonly publicKey: string | undefined
  readonly address: string
  readonly chainId: CaipNetworkId
}

/** Access to nodes, for signatures that only a node can verify. */
export interface Nodes {
  /** Undefined if no node is configured. */
  readonly call: NodeCall | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Returns whether the account signed the text. For a malformed signature, returns false and doesn't throw.
 * @throws `siwx/unverifiable` when a required node gave no usable response.
 */
export type Verify = (proof: Proof, nodes: Nodes) => boolean | Promise<boolean>
