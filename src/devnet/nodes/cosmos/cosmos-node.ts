import type { RunningProgram } from '../start-program.ts'

/** A Cosmos node: `simd` or the simulator. */
export interface CosmosNode extends RunningProgram {
  readonly simulator: boolean
}
