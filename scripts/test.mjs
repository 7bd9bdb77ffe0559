#!/usr/bin/env node
// Runs the tests. `npm test -- <filter>` runs the files whose path contains the filter. `npm test -- --changed` runs the test files that are nearest
// to the changed files. CONTRIBUTING ("Four sizes") says what each kind of run includes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allNamed, checkRun, parseCoverage } from './lib/spec-coverage.mjs'
import { checksOf, runQuietly } from './lib/test-run/checks.mjs'
import { closingLines, countTests, isGreen } from './lib/test-run/closing-lines.mjs'
import { recordDurations } from './lib/test-run/durations.mjs'
import { projectOptions, sourceProjects } from './lib/test-run/projects.mjs'
import { runTwice, runVitest } from './lib/test-run/run-vitest.mjs'
import { sizeOf } from './lib/test-run/sizes.mjs'
import { testsOfChange } from './lib/test-run/tests-of-change.mjs'
import { thinFolders } from './lib/test-run/thin-folders.mjs'
import { ensureInstalled, realParts, root, say } from './lib/workspace.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'string' },
    // Writes test/durations.json. This file decides the order of later runs.
    record: { type: 'boolean', default: false },
    size: { type: 'string', default: process.env.CI ? 'ci' : 'plain' },
  },
  // Without a value, `--changed` compares with the last commit.
  args: process.argv.slice(2).map((one) => (one === '--changed' ? '--changed=HEAD' : one)),
})
ensureInstalled()
const size = sizeOf(values.size)
const selection = values.changed ? testsOfChange(values.changed) : undefined
const filters = selection ? selection.files : positionals
const whole = filters.length === 0 && !selection
const run = process.env.CI ? runTwice : runVitest
const minutes = []
const started = Date.now()

async function step(title, action) {
  const begun = Date.now()
  const outcome = await action()
  minutes.push([title, Date.now() - begun])
  return outcome
}

const failedSteps = []

/** Runs a step in the background. Shows its output only if it fails. */
async function background(title, script, args) {
  const passed = await step(title, () => runQuietly([title, script, args], say))
  if (!passed) failedSteps.push(title)
  return passed
}

/** Runs these steps one after another, at the same time as the source tests. */
async function besides() {
  if (whole) for (const check of checksOf({ cached: false })) await background(...check)
  if (!withPackage) return undefined
  if (!(await background('Build', join(root, 'scripts/build.mjs'), ['--if-changed']))) return undefined
  return step('Package tests', () => vitest('package'))
}

const vitest = (...projects) =>
  run({
    options: [...projectOptions(projects), ...size.options, ...(whole ? [] : ['--passWithNoTests'])],
    filters,
    env: size.env,
  })

const packageFiles = readdirSync(join(root, 'test/package')).map((name) => `test/package/${name}`)
const withPackage =
  whole || packageFiles.some((file) => !selection && filters.some((filter) => file.includes(filter)))
if (selection) say(selection.summary)

const results = await Promise.all([
  selection?.files.length === 0 ? undefined : step('Source tests', () => vitest(...sourceProjects)),
  besides(),
])
const all = results.filter((one) => one !== undefined)
const tests = all.flatMap((one) => one.tests)
if (positionals.length > 0 && tests.length === 0)
  failedSteps.push(`No path of a test file contains ${positionals.map((one) => `"${one}"`).join(' or ')}`)

const missing = realParts().filter(
  ({ found, size: needed }) => !found && (needed === undefined || needed === values.size),
)
/** If a program is missing, tests that match its pattern are excused. */
const reasons = {
  Chromium: /^test\/(e2e|ui)\//,
  bitcoind: /bip122|bitcoind/,
  Postgres: /sign-in-server|wallet-service/,
}

/** Lists the tests that didn't pass although they cover a requirement in test/spec-coverage.md or a security claim. */
function lostCoverage() {
  const sections = ['test/spec-coverage.md', 'docs/security-claims.md'].flatMap((page) =>
    parseCoverage(readFileSync(join(root, page), 'utf8')),
  )
  const { failed, skipped } = checkRun(allNamed(sections), tests)
  const excused = (name) => missing.some((part) => reasons[part.name.split(' ')[0]]?.test(name))
  return [...failed, ...skipped.filter((name) => !excused(name))]
}
const lost = whole ? lostCoverage() : []
if (lost.length > 0) failedSteps.push('Coverage of specification and security claims')

const thin = whole ? thinFolders(tests) : []
if (thin.length > 0) failedSteps.push(`More than one in ten tests tagged ci in ${thin.join(', ')}`)

const merged = {
  failures: all.flatMap(({ failures }) => failures),
  unhandled: all.flatMap(({ unhandled }) => unhandled),
  unsteady: all.flatMap(({ unsteady }) => unsteady),
  running: all.flatMap(({ running }) => running),
  hung: all.some(({ hung }) => hung),
  ended: all.every(({ ended }) => ended),
  code: Math.max(0, ...all.map(({ code }) => code)),
}
const counts = countTests(all)
if (values.record) recordDurations(all.flatMap(({ files }) => files))

say(
  `\nMinutes: ${minutes.map(([title, ms]) => `${title} ${inMinutes(ms)}`).join(', ')}; all ${inMinutes(Date.now() - started)}`,
)
for (const { name, install } of missing)
  say(`Not available here, so not tested: ${name}. To get it: ${install}`)
if (counts.leftOut > 0) say(`Left out: ${counts.leftOut} tests. ${size.howToRunAll}`)
const lines = closingLines(merged)
if (failedSteps.length > 0) lines.unshift(`Failed steps: ${failedSteps.join(', ')}`)
for (const name of lost.slice(0, 10))
  lines.push(`Named in test/spec-coverage.md or docs/security-claims.md and not passed: ${name}`)
for (const line of lines) console.log(line)
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`,
)
const lacking = process.env.CI && missing.some(({ required }) => required)
process.exit(isGreen(merged) && failedSteps.length === 0 && !lacking ? 0 : 1)

function inMinutes(ms) {
  return (ms / 60_000).toFixed(1)
}
