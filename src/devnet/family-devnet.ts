import type { CaipAssetId, CaipNetworkId } from '../core/chain/caip.ts'
import type { ChainNetwork } from '../core/chain/network.ts'
import type { CallOptions, Logger } from '../ports.ts'

export interface DevToken {
  readonly asset: CaipAssetId
  readonly symbol: string
  readonly decimals: number
  readonly name: string
}

export interface DevnetNode {
  readonly network: CaipNetworkId
  readonly url: string
  /** The node's own URL if there are node faults. `url` is the proxy's URL then. */
  readonly behind?: string | undefined
  /** The node's software, such as `anvil`. */
  readonly software: string
  /** For a simulator: the software it replaces, and how to install that. */
  readonly simulates?: { readonly software: string; readonly install: string } | undefined
  /** The id of the node's process, or of this process if the node runs in it. Undefined after the node has ended. */
  readonly pid: number | undefined
}

/** Returns the description of a network's running node. */
export function describeNode(
  { caipNetworkId, rpcUrls }: ChainNetwork,
  software: string,
  node: { readonly pid: number | undefined },
  simulates?: DevnetNode['simulates'],
): DevnetNode {
  return {
    network: caipNetworkId,
    url: rpcUrls.default.http[0] ?? '',
    software,
    ...(simulates && { simulates }),
    get pid() {
      return node.pid
    },
  }
}

/** The running nodes of one family. */
export interface FamilyDevnet {
  readonly networks: readonly ChainNetwork[]
  readonly tokens: readonly DevToken[]
  readonly nodes: readonly DevnetNode[]
  stop(): Promise<void>
}

export interface StartOptions extends CallOptions {
  /**
   * Origins of pages that may call the nodes and the relay, such as `https://shop.example`. Pages of this machine
   * (`localhost`, `127.0.0.1`) and browser extensions always may; all others are rejected.
   */
  readonly allowedOrigins?: readonly string[] | undefined
  readonly log?: Pick<Logger, 'debug' | 'warn'> | undefined
}

/** Starts the nodes of one family. Each call starts separate networks. */
export type StartFamily = (options: StartOptions) => Promise<FamilyDevnet>
