#!/usr/bin/env node
// The whole test run, in the order in which failures are cheapest to read. `npm test -- <filter>` runs matching files only.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allNamed, checkRun, parseCoverage } from './lib/spec-coverage.mjs'
import { bin, ensureBuilt, ensureInstalled, realParts, root, run, say } from './lib/workspace.mjs'

ensureInstalled()
const filters = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
const reports = []
const totals = { passed: 0, failed: 0, skipped: 0 }
let failed = false

function step(title, action) {
  say(`\n▸ ${title}`)
  const started = Date.now()
  const code = action()
  say(`  ${code === 0 ? 'ok' : `failed (exit ${code})`}, ${((Date.now() - started) / 1000).toFixed(1)} s`)
  failed ||= code !== 0
}

function vitest(project) {
  const report = join(scratch, `${project}.json`)
  const code = run(bin('vitest'), [
    ...[
      'run',
      '--project',
      project,
      '--reporter',
      'default',
      '--reporter',
      'json',
      '--outputFile',
      report,
    ],
    ...filters,
    ...(filters.length > 0 ? ['--passWithNoTests'] : []),
  ])
  try {
    const results = JSON.parse(readFileSync(report, 'utf8'))
    reports.push(results)
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = results
    totals.passed += numPassedTests
    totals.failed += numFailedTests
    totals.skipped += numPendingTests + numTodoTests
  } catch {
    totals.failed += 1
  }
  return code
}

/** Which tests a missing real part is a reason to leave out. */
const reasons = {
  Chromium: /^test\/(e2e|ui)\//,
  bitcoind: /bip122|bitcoind/,
  Postgres: /sign-in-server|wallet-service/,
}

function coverage() {
  const sections = parseCoverage(readFileSync(join(root, 'test/spec-coverage.md'), 'utf8'))
  const { failed: lost, skipped } = checkRun(allNamed(sections), reports)
  for (const name of lost) say(`  did not succeed: ${name}`)
  for (const name of skipped) say(`  left out: ${name}`)
  const excused = (name) => missing.some((part) => reasons[part.name.split(' ')[0]]?.test(name))
  return lost.length > 0 || !skipped.every(excused) ? 1 : 0
}

if (filters.length === 0) {
  step('Format and lint', () => run(bin('biome', '@biomejs/biome'), ['check', '.']))
  step('Types', () => run(bin('tsc', 'typescript'), ['--noEmit']))
  step('Files, exports and dependencies that nothing uses', () => run(bin('knip'), ['--no-progress']))
}
step('Architecture, unit, property, contract, integration, CLI and browser tests', () => vitest('source'))
step('Package tests, on what would be published', () => {
  ensureBuilt({ types: true })
  return vitest('package')
})
rmSync(scratch, { recursive: true, force: true })

const missing = realParts().filter(({ found }) => !found)
if (filters.length === 0) step('Coverage of the specifications: the tests that it names have run', coverage)
for (const { name, install } of missing)
  say(`Not available here, so not tested: ${name}. To get it: ${install}`)
if (process.env.CI && missing.some(({ required }) => required)) failed = true
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`,
)
process.exit(failed || totals.failed > 0 ? 1 : 0)
