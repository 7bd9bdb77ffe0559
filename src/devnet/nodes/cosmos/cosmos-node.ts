/** A Cosmos node: `simd` or the simulator. */
export interface CosmosNode {
  readonly url: string
  readonly pid: number | undefined
  /** True for the simulator, which isn't a real blockchain. */
  readonly simulator: boolean
  stop(): Promise<void>
}
