import type { RunningProgram } from '../start-program.ts'

/** A Cosmos node: `simd` or the simulator. */
export interface CosmosNode extends RunningProgram {
  /** True for the simulator, which isn't a real blockchain. */
  readonly simulator: boolean
}
