// What the fuzzers share. `npm test` runs a thousand cases of each and fifty on each node; `npm run soak` sets FUZZ_CASES.
import { asked } from '../support/seed.ts'

/** The number of cases of each fuzzer. */
export const cases = asked('FUZZ_CASES', 1000)

/** For a fuzzer that is several tests: its cases, shared out. */
export const casesOf = (tests: number): number => Math.ceil(cases / tests)

/** The number of cases on a node. */
export const nodeCases = (inSoak: number): number => (process.env.FUZZ_CASES ? Math.min(inSoak, cases) : 50)

/** Time for the cases without nodes, in ms. A machine with nothing else to do signs a hundred a second. */
export const timeout = 300_000 + cases * 10
