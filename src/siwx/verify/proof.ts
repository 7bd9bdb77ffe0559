import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { CallOptions } from '../../ports.ts'

/** Calls a node of a network. Rejects without a response; a resolved value is trusted as the node's. */
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
  /** Undefined if unknown: then all schemes of the family are tried. */
  readonly scheme: string | undefined
  readonly publicKey: string | undefined
  readonly address: string
  readonly chainId: CaipNetworkId
}

/** Access to nodes, for signatures that cannot be verified without one. */
export interface Nodes {
  /** Undefined if no node is configured. */
  readonly call: NodeCall | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Whether the account signed the text. Malformed signatures return false and throw nothing.
 * @throws `siwx/unverifiable` when a required node gave no usable response.
 */
export type Verify = (proof: Proof, nodes: Nodes) => boolean | Promise<boolean>
