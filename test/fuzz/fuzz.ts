// Shared by the fuzz tests. `npm test` runs a thousand cases of each test, and fifty on each node. `npm run
// soak` sets FUZZ_CASES.
import { asked } from '../support/seed.ts'

/** The number of cases of a fuzz test. */
export const cases = asked('FUZZ_CASES', 1000)

/** The number of cases of each part if a fuzz test is split. */
export const casesOf = (tests: number): number => Math.ceil(cases / tests)

/** The number of cases of a test on a node. */
export const nodeCases = (inSoak: number): number => (process.env.FUZZ_CASES ? Math.min(inSoak, cases) : 50)

/** The time limit of the tests without nodes, in ms. An idle machine signs a hundred cases per second. */
export const timeout = 300_000 + cases * 10
