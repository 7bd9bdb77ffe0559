// Shared by the fuzz tests. `npm test` runs a thousand cases of each test, and fifty on each node. `npm run
// soak` sets FUZZ_CASES.
import { asked } from '../support/seed.ts'

/** The number of cases of a fuzz test. */
export const cases = asked('FUZZ_CASES', 1000)

/** The number of cases of each part if a fuzz test is split. */
export const casesOf = (tests: number): number => Math.ceil(cases / tests)

/** The number of cases of a test on a node. */
export const nodeCases = (inSoak: number): number => (process.env.FUZZ_CASES ? Math.min(inSoak, cases) : 50)

/**
 * The time for one case, in ms. An idle machine signs a hundred cases per second. The slowest measured speeds, on a busy machine, were 18 cases
 * per second without a node and 1.2 with one.
 */
const perCase = { signed: 100, onNode: 4_000 } as const

/** The time limit of a test without a node, in ms. It replaces the one of `--testTimeout`. */
export const timeoutFor = (count: number): number => 300_000 + count * perCase.signed

/** The time limit of a test on a node, in ms. */
export const nodeTimeoutFor = (count: number): number => 120_000 + count * perCase.onNode

export const timeout = timeoutFor(cases)
