/** One chain of the family, whatever runs it. */
export interface CosmosNode {
  readonly url: string
  readonly pid: number | undefined
  /** True for the loopback node, which is no blockchain and says so. */
  readonly simulator: boolean
  stop(): Promise<void>
}
