import { onTestFailed, type RunnerTask } from 'vitest'
import { addToErrors } from './add-to-errors.ts'
import { type Seeded, seeded } from './seeded.ts'

/**
 * The seed of all random cases. The seed is fixed, so that every run has the same result. `npm run soak` sets TEST_SEED to a new
 * seed.
 */
export const seed = Number(process.env.TEST_SEED || 29)

/** Environment variables that set a number of cases. The command that repeats a case sets them to the run's values. */
const counters = [
  'AMOUNT_RUNS',
  'BITCOIN_TRANSACTIONS',
  'CHROMIUM_DAYS',
  'FUZZ_CASES',
  'HISTORY_KILLS',
  'HISTORY_P95',
  'HISTORY_SECONDS',
  'HISTORY_TRANSFERS',
  'HOSTILE_PACKETS',
  'MONEY_CLI_RUNS',
  'MONEY_RUNS',
  'LATCHKEY_TAB_ROUNDS',
  'OPTION_RUNS',
  'PROPERTY_RUNS',
  'RANDOM_DAYS',
  'SIGN_IN_CASES',
  'SIGN_IN_KILLS',
  'WALLET_SERVICE_KILLS',
] as const
type Counter = (typeof counters)[number]

/** Returns the number in the variable `counter`, or `usual` if the variable isn't set. */
export function asked(counter: Counter, usual: number): number {
  return Number(process.env[counter] || usual)
}

/**
 * Returns the number of cases of a test that takes seconds: a fifth in `npm test`, two fifths under CI, and all in the soak run.
 */
export function fifthOf(all: number): number {
  const fifths = process.env.LATCHKEY_SOAK ? 5 : process.env.CI ? 2 : 1
  return Math.ceil((all * fifths) / 5)
}

/**
 * Returns random numbers for the running test. If the test fails, its error says how to repeat the test. A test that needs
 * several sequences passes a different `part` for each.
 */
export function testRandom(part = 0): Seeded {
  tellHowToRepeat()
  return seeded(seed + part)
}

/**
 * If the running test fails, adds to the error the command that repeats the test. `testRandom` and fast-check call
 * this.
 */
export function tellHowToRepeat(): void {
  onTestFailed(({ task }) => addToErrors(task, repeatLine(task)))
}

function repeatLine(test: RunnerTask): string {
  const settings = ['CI', 'LATCHKEY_SOAK', ...counters].filter((name) => process.env[name])
  const env = [...settings.map((name) => `${name}=${process.env[name]}`), `TEST_SEED=${seed}`].join(' ')
  const titles: string[] = []
  for (let each: RunnerTask | undefined = test; each; each = each.suite) titles.unshift(each.name)
  const pattern = `^${titles.join(' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
  const { name, projectName } = test.file
  return `Repeat it: ${env} npx vitest run --project ${projectName} ${name} -t '${pattern.replaceAll("'", "'\\''")}'`
}
