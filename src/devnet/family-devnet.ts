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
  /** The node's own URL. Set only if `url` is a proxy that causes faults. */
  readonly behind?: string | undefined
  /** The node's program, such as `anvil`. */
  readonly software: string
  /** For a simulator: the program that it replaces, and how to install this program. */
  readonly simulates?: { readonly software: string; readonly install: string } | undefined
  /**
   * The id of the process in which the node runs. Some nodes run in the process that started them. Undefined after the node has
   * ended.
   */
  readonly pid: number | undefined
}

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

export interface FamilyDevnet {
  readonly networks: readonly ChainNetwork[]
  readonly tokens: readonly DevToken[]
  readonly nodes: readonly DevnetNode[]
  stop(): Promise<void>
}

export interface StartOptions extends CallOptions {
  /**
   * The origins of pages that can call the nodes and the relay, such as `https://shop.example`. Pages of this machine
   * (`localhost`, `127.0.0.1`) and browser extensions always can. Other pages are rejected.
   */
  readonly allowedOrigins?: readonly string[] | undefined
  readonly log?: Pick<Logger, 'debug' | 'warn'> | undefined
}

/** Starts the nodes of one family. Each call starts new networks. */
export type StartFamily = (options: StartOptions) => Promise<FamilyDevnet>
