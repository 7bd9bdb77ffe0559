import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, it } from 'vitest'
import { closingLines, countTests, isGreen } from '../../scripts/lib/test-run/closing-lines.mjs'
import { runTwice, runVitest } from '../../scripts/lib/test-run/run-vitest.mjs'
import { sizeOf } from '../../scripts/lib/test-run/sizes.mjs'

const cwd = fileURLToPath(new URL('../fixtures/test-run', import.meta.url))

const parent = mkdtempSync(join(tmpdir(), 'latchkey-cases-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** Starts a test run with these test files of the fixture. */
async function run(run: typeof runTwice, cases: readonly string[], env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(parent, 'run-'))
  const results = await run({
    options: sizeOf('plain').options,
    filters: cases.map((name) => `${name}.case.ts`),
    cwd,
    env: { CASES_FOLDER: folder, ...env },
    output: 'ignore',
    silenceLimit: 20_000,
  })
  return { results, green: isGreen(results), lines: closingLines(results), counts: countTests([results]) }
}

describe.concurrent('a test run', () => {
  it('succeeds when every test passes, and counts the tests that only larger runs include', {
    tags: ['ci'],
  }, async ({ expect }) => {
    const { green, lines, counts } = await run(runTwice, ['passes'])
    expect({ green, lines, counts }).toEqual({
      green: true,
      lines: [],
      counts: { passed: 1, failed: 0, skipped: 0, leftOut: 1 },
    })
  })

  it("fails if a test fails twice, and prints the test's name and first error", { tags: ['ci'] }, async ({
    expect,
  }) => {
    const { green, lines } = await run(runTwice, ['passes', 'breaks'])
    expect(green).toBe(false)
    expect(lines).toEqual([
      'Failed:',
      "  breaks.case.ts › always breaks: AssertionError: expected 'this' to be 'that' // Object.is equality",
    ])
  })

  it('lists a test and a hook as unsteady if they fail every second time', { tags: ['ci'] }, async ({
    expect,
  }) => {
    const { green, lines, counts } = await run(runTwice, ['fails-once'])
    expect(lines).toEqual([
      'Unsteady, passed in a second try:',
      expect.stringContaining('fails-once.case.ts › fails every second time: AssertionError: the first try'),
      '  fails-once.case.ts › a hook: the hook fails every second time',
    ])
    expect({ green, counts }).toEqual({
      green: true,
      counts: { passed: 2, failed: 0, skipped: 0, leftOut: 0 },
    })
  })

  it("doesn't repeat a failed test file outside of CI", { tags: ['ci'] }, async ({ expect }) => {
    const { green } = await run(runVitest, ['fails-once'])
    expect(green).toBe(false)
  })

  it('ends when a test hangs, and names the test', { tags: ['ci'] }, async ({ expect }) => {
    const { green, lines } = await run(runTwice, ['passes', 'hangs'])
    expect(green).toBe(false)
    expect(lines).toEqual([
      'The run made no progress and was ended. Still running:',
      expect.stringContaining('hangs.case.ts'),
    ])
  })

  it.for([
    ['dies', 'Errors outside of tests:'],
    ['rejects', 'Errors outside of tests:'],
  ])('fails if a test file %s outside of its tests', async ([name = '', title], { expect }) => {
    const { green, lines } = await run(runTwice, ['passes', name])
    expect(green).toBe(false)
    expect(lines).toContain(title)
  })

  it('fails if its setup fails', async ({ expect }) => {
    const { green, lines } = await run(runTwice, ['passes'], { BROKEN_SETUP: '1' })
    expect(green).toBe(false)
    expect(lines).toEqual(['The run broke off (exit 1): its setup failed, or it was killed.'])
  })

  const nothing = {
    ...{ tests: [], files: [], failures: [], unsteady: [], unhandled: [], running: [] },
    ...{ hung: false, ended: true, code: 0 },
  }
  it('prints what the page of a failed browser test showed', ({ expect }) => {
    const shown = 'The page http://127.0.0.1/ shows: Connect wallet'
    const failure = { file: 'a', titles: ['connects'], error: 'Error: late', shown }
    expect(closingLines({ ...nothing, failures: [failure] })).toContain(
      `  a › connects: Error: late ${shown}`,
    )
    expect(closingLines({ ...nothing, unsteady: [failure] })).toContain(
      `  a › connects: Error: late ${shown}`,
    )
  })

  it('fails if more than two tests are unsteady', ({ expect }) => {
    const unsteady = ['a', 'b', 'c'].map((file) => ({ file, titles: ['is unsteady'], error: 'failed' }))
    expect(isGreen({ ...nothing, unsteady: unsteady.slice(1) })).toBe(true)
    expect(isGreen({ ...nothing, unsteady })).toBe(false)
  })
})
