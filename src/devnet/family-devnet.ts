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
  /** What runs there, such as `anvil`. */
  readonly software: string
  /** Of a simulator: what it stands in for, and the line that gets that. */
  readonly simulates?: { readonly software: string; readonly install: string } | undefined
  /** This process's own for a node that runs inside it; undefined for one that has ended. */
  readonly pid: number | undefined
}

/** What is running for one family. */
export interface FamilyDevnet {
  readonly networks: readonly ChainNetwork[]
  readonly tokens: readonly DevToken[]
  readonly nodes: readonly DevnetNode[]
  stop(): Promise<void>
}

export interface StartOptions extends CallOptions {
  /**
   * Origins of pages that may ask the nodes and the relay, such as `https://shop.example`, beside those of this machine
   * (`localhost`, `127.0.0.1`) and of browser extensions. Pages of other origins are refused.
   */
  readonly allowedOrigins?: readonly string[] | undefined
  readonly log?: Pick<Logger, 'debug' | 'warn'> | undefined
}

/** Starts what one family needs. A second call starts a second, separate world. */
export type StartFamily = (options: StartOptions) => Promise<FamilyDevnet>
