// Shared by the fuzz tests. `npm test` runs a thousand cases of each and fifty on each node; `npm run soak` sets
// FUZZ_CASES.
import { asked } from '../support/seed.ts'

/** The number of cases per fuzz test. */
export const cases = asked('FUZZ_CASES', 1000)

/** For a fuzz test that is split into several: its share of the cases. */
export const casesOf = (tests: number): number => Math.ceil(cases / tests)

/** The number of cases on a node. */
export const nodeCases = (inSoak: number): number => (process.env.FUZZ_CASES ? Math.min(inSoak, cases) : 50)

/** Time for the cases without nodes, in ms. An idle machine signs a hundred per second. */
export const timeout = 300_000 + cases * 10
