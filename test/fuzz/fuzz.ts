// The settings of the fuzz tests. `npm test` runs fifty cases of each test that uses a node, and a thousand
// cases of every other test. `npm run soak` sets FUZZ_CASES.
import { asked } from '../support/seed.ts'

export const cases = asked('FUZZ_CASES', 1000)

/** Returns the number of cases of each test, if this many tests share the cases of a run. */
export const casesOf = (tests: number): number => Math.ceil(cases / tests)

/** Returns the number of cases of a test on a node. */
export const nodeCases = (inSoak: number): number => (process.env.FUZZ_CASES ? Math.min(inSoak, cases) : 50)

/**
 * The time for one case, in ms. A busy machine ran at least 18 cases per second without a node, and 1.2 cases
 * per second with a node.
 */
const perCase = { signed: 100, onNode: 4_000 } as const

/** Returns the time limit of a test without a node, in ms. It replaces the limit of `--testTimeout`. */
export const timeoutFor = (count: number): number => 300_000 + count * perCase.signed

/** Returns the time limit of a test on a node, in ms. */
export const nodeTimeoutFor = (count: number): number => 120_000 + count * perCase.onNode

export const timeout = timeoutFor(cases)
