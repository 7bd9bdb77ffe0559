// What the fuzzers share. `npm test` runs a thousand cases of each and fifty on each node; `npm run soak` sets FUZZ_CASES.
const wanted = process.env.FUZZ_CASES

/** The number of cases of each fuzzer. */
export const cases = Number(wanted ?? 1000)

/** For a fuzzer that is several tests: its cases, shared out. */
export const casesOf = (tests: number): number => Math.ceil(cases / tests)

/** The number of cases on a node. */
export const nodeCases = (inSoak: number): number => (wanted === undefined ? 50 : Math.min(inSoak, cases))

/** Set FUZZ_SEED to a printed one for the same cases once more. */
export const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** Time for the cases without nodes, in ms. A machine makes a hundred a second even where each is signed. */
export const timeout = 60_000 + cases * 10

console.log(`fuzz: FUZZ_SEED=${seed}, ${cases} cases`)
