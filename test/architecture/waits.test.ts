import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type WaitRule, waitsIn } from './waits.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
  .map((path) => `test/${path}`)
  // These files contain the refused code as text.
  .filter((path) => !path.startsWith('test/architecture/waits'))
  .sort()

/**
 * Files with pauses in a loop. These loops wait for no condition, or run outside of a test, where
 * `expect.poll` doesn't work.
 */
const exceptions: Readonly<Record<string, string>> = {
  'test/cli/state-processes.test.ts': 'kills processes repeatedly, at different moments',
  'test/e2e/engines/webkit.ts': 'runs before the tests of a file',
  'test/e2e/modal-hostile.test.ts': 'waits inside the page',
  'test/property/session.test.ts': 'lets pending work run for some turns of the event loop',
  'test/ui/reach.ts': 'waits inside the page',
  'test/unit/testing/manual-clock.test.ts': 'sleeps on a clock of its own',
  'test/support/besieged-child.ts': 'runs in a process without Vitest, and gives the garbage collector time',
  'test/support/built-once.ts': 'runs before the tests of a file',
  'test/support/faulty-nodes.ts': 'waits for the block of a node, also before the tests of a file',
  'test/support/idle-clock.ts': 'gives open requests time',
  'test/support/real-postgres.ts': 'runs before the tests of a file',
  'test/support/receipt.ts': 'waits for a receipt, also before the tests of a file',
  'test/integration/headless-wallet.test.ts': 'kills the relay repeatedly, at different moments',
  'test/integration/sign-in-server-killed.test.ts': 'has visitors who continue while a server is killed',
  'test/integration/wallet-service-killed.test.ts': 'has visitors who continue while a server is killed',
  'test/integration/history-index-killed.test.ts': 'kills a server at a random moment',
  'test/integration/history-load.test.ts': 'sends requests at a fixed rate',
  'test/integration/walletconnect.test.ts': 'kills the relay repeatedly, at different moments',
}

describe('the tests', () => {
  it('wait only with expect.poll and a message', () => {
    expect(files.length).toBeGreaterThan(400)
    const found = files
      .flatMap((file) => waitsIn(file, readFileSync(root + file, 'utf8')))
      .filter(({ file, rule }) => !(rule === 'sleep-in-loop' && file in exceptions))
    expect(found).toEqual([])
  })

  it.each(Object.keys(exceptions))('still need the exception for %s', (file) => {
    const rules = waitsIn(file, readFileSync(root + file, 'utf8')).map(({ rule }) => rule)
    expect(rules).toContain('sleep-in-loop')
  })
})

describe('the check of waits', () => {
  const rulesIn = (source: string) => waitsIn('test/a.test.ts', source).map(({ rule }) => rule)

  it.each<[string, WaitRule, string]>([
    [
      'a function that repeats a check',
      'own-wait',
      'async function until(is) { while (!is()) await turn() }',
    ],
    [
      'a function in a constant that repeats a check',
      'own-wait',
      'const eventually = async (is) => { for (;;) if (is()) return }',
    ],
    [
      'a method that repeats a check',
      'own-wait',
      'const a = { async waitFor(is) { do await b(); while (!is()) } }',
    ],
    [
      'the usual error of a function that repeats a check',
      'own-wait',
      `throw new Error(\`waited in vain for \${what}\`)`,
    ],
    ['waitFor of Vitest', 'vitest-wait', 'await vi.waitFor(() => expect(a).toBe(1))'],
    ['waitUntil of Vitest', 'vitest-wait', 'await vi.waitUntil(() => a)'],
    ['a loop that sleeps', 'sleep-in-loop', 'while (!is()) await sleep(5)'],
    ['a loop with a timer', 'sleep-in-loop', 'for (;;) { await new Promise((go) => setTimeout(go, 5)) }'],
    [
      'a loop with a timer in a block',
      'sleep-in-loop',
      'for (;;) await new Promise((go) => { setTimeout(go, 5) })',
    ],
    ['a loop that pauses the page', 'sleep-in-loop', 'for (const a of b) await page.waitForTimeout(10)'],
    [
      'a loop with a pause by another name',
      'sleep-in-loop',
      "import { setTimeout as nap } from 'node:timers/promises'\nwhile (!is()) await nap(5)",
    ],
    [
      'a loop with its own pause',
      'sleep-in-loop',
      'const nap = (ms) => new Promise((go) => setTimeout(go, ms))\nwhile (!is()) await nap(5)',
    ],
    ['a poll without options', 'poll-without-message', 'await expect.poll(() => a).toBe(1)'],
    ['a poll without a message', 'poll-without-message', 'await expect.poll(a, { interval: 2 }).toBe(1)'],
  ])('finds %s', (_, rule, source) => {
    expect(rulesIn(source)).toEqual([rule])
  })

  it.each([
    ['a poll with a message', "await expect.poll(() => a, { message: 'it comes' }).toBe(1)"],
    [
      'a function with the name "until" without a loop',
      'const until = (is) => expect.poll(is, { message }).toBe(true)',
    ],
    ['a pause outside of a loop', 'await sleep(100)'],
    [
      'a loop that only creates functions that pause',
      'for (const a of b) c.push(async () => { await sleep(5) })',
    ],
    ['a loop that awaits each item', 'for (const a of b) await a.done()'],
    ["Playwright's own waits", "await page.locator('a').waitFor()"],
  ])('accepts %s', (_, source) => {
    expect(rulesIn(source)).toEqual([])
  })
})
