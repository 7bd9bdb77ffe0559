#!/usr/bin/env node
// The whole test run, in the order in which failures are cheapest to read. `npm test -- <filter>` runs matching files only.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, ensureBuilt, ensureInstalled, realParts, run, say } from './lib/workspace.mjs'

ensureInstalled()
const filters = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
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
    ...['run', '--project', project, '--reporter', 'default', '--reporter', 'json', '--outputFile', report],
    ...filters,
    ...(filters.length > 0 ? ['--passWithNoTests'] : []),
  ])
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    totals.passed += numPassedTests
    totals.failed += numFailedTests
    totals.skipped += numPendingTests + numTodoTests
  } catch {
    totals.failed += 1
  }
  return code
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
for (const { name, install } of missing)
  say(`Not available here, so not tested: ${name}. To get it: ${install}`)
if (process.env.CI && missing.some(({ required }) => required)) failed = true
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`,
)
process.exit(failed || totals.failed > 0 ? 1 : 0)
