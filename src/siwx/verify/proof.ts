import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { CallOptions } from '../../ports.ts'

/** Asks a node of a chain. Rejects when there is no answer; what it resolves with is believed to come from the node. */
export type NodeCall = (
  chainId: CaipNetworkId,
  method: string,
  params: readonly unknown[],
  opts?: CallOptions,
) => Promise<unknown>

/** What is verified: a text and a signature of it, by an account. */
export interface Proof {
  readonly text: string
  readonly signature: string
  /** Undefined where nobody said in which way it was signed: each that the family has may be it. */
  readonly scheme: string | undefined
  readonly publicKey: string | undefined
  readonly address: string
  readonly chainId: CaipNetworkId
}

/** How nodes are asked, where a signature cannot be judged without. */
export interface Nodes {
  /** Undefined where no node was named. */
  readonly call: NodeCall | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Whether the account signed the text. A signature of any other form is false; nothing is thrown for it.
 * @throws `siwx/unverifiable` when what is needed from a node could not be had.
 */
export type Verify = (proof: Proof, nodes: Nodes) => boolean | Promise<boolean>
