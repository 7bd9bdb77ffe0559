import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { CallOptions } from '../../ports.ts'

/** Calls a node of a network. Rejects if the node doesn't respond. Callers trust the result, so it must come from the node. */
export type NodeCall = (
  chainId: CaipNetworkId,
  method: string,
  params: readonly unknown[],
  opts?: CallOptions,
) => Promise<unknown>

/** A signed text, its signature and its account. */
export interface Proof {
  readonly text: string
  readonly signature: string
  /** The scheme of the signature. If undefined, all schemes of the family are tried. */
  readonly scheme: string | undefined
  readonly publicKey: string | undefined
  readonly address: string
  readonly chainId: CaipNetworkId
}

/** The nodes for signatures that only a node can verify. */
export interface Nodes {
  /** Calls a node. Undefined if no node is configured. */
  readonly call: NodeCall | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Returns whether the account signed the text. Returns false for a malformed signature, without throwing.
 * @throws `siwx/unverifiable` if a required node sent no usable response.
 */
export type Verify = (proof: Proof, nodes: Nodes) => boolean | Promise<boolean>
