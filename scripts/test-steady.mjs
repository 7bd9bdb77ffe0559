#!/usr/bin/env node
// Finds unsteady tests, which pass in some runs and fail in others. `npm run test:steady -- --runs 5 --busy 1 [filter]` runs the
// tests five times while another process keeps one core busy. Prints a table of tests with their failures. Tests have no second
// try here.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { projectOptions, sourceProjects } from './lib/test-run/projects.mjs'
import { nameOf } from './lib/test-run/results.mjs'
import { runVitest } from './lib/test-run/run-vitest.mjs'
import { sizeOf } from './lib/test-run/sizes.mjs'
import { ensureBuilt, ensureInstalled, say } from './lib/workspace.mjs'

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    busy: { type: 'string', default: '1' },
    size: { type: 'string', default: process.env.CI ? 'ci' : 'plain' },
    project: { type: 'string', multiple: true, default: sourceProjects },
    output: { type: 'string' },
    // The seed of the order of files and tests.
    shuffle: { type: 'string' },
  },
})
const runs = wholeNumber('--runs', values.runs, 1)
const busy = wholeNumber('--busy', values.busy, 0)
ensureInstalled()
if (values.project.includes('package')) ensureBuilt({ types: true })
const size = sizeOf(values.size)
const order = values.shuffle
  ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', '--sequence.seed', values.shuffle]
  : []

// Each process keeps one core busy. It ends when its standard input closes, at the latest when this process ends.
const loops = Array.from({ length: busy }, () =>
  spawn(
    process.execPath,
    [
      '-e',
      'process.stdin.resume().on("end", () => process.exit()); (function work() { const until = Date.now() + 50; while (Date.now() < until); setImmediate(work) })()',
    ],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  ),
)
const rows = new Map()
let broken = 0
let ran = 0
try {
  for (let at = 1; at <= runs; at++) {
    say(`\n▸ Run ${at} of ${runs}`)
    const results = await runVitest({
      options: [...projectOptions(values.project), ...size.options, ...order],
      filters,
      env: size.env,
    })
    if (results.hung || !results.ended) broken += 1
    ran += results.tests.filter(({ state }) => state !== 'skipped').length
    for (const error of results.unhandled) count({ file: 'outside of tests', titles: [] }, error)
    for (const one of results.running) if (results.hung) count({ titles: [], ...one }, 'hung')
    for (const one of results.failures) count(one, one.error)
  }
} finally {
  for (const loop of loops) loop.kill()
}

function count(test, error) {
  const name = nameOf({ file: test.file, titles: test.titles ?? [] })
  const row = rows.get(name) ?? { failures: 0, error }
  rows.set(name, { ...row, failures: row.failures + 1 })
}
function wholeNumber(flag, text, least) {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least) return value
  say(`${flag} takes a whole number from ${least}, not "${text}"`)
  process.exit(2)
}

const table = [
  '| test | runs | failures | first error |',
  '| --- | --- | --- | --- |',
  ...[...rows].map(
    ([name, { failures, error }]) => `| ${[name, runs, failures, error].map(cell).join(' | ')} |`,
  ),
].join('\n')
function cell(value) {
  return String(value).replaceAll('|', '\\|')
}
if (values.output) writeFileSync(values.output, `${table}\n`)
if (rows.size > 0) console.log(table)
else if (ran > 0) console.log(`${runs} runs of ${Math.round(ran / runs)} tests, nothing failed.`)
if (broken > 0) console.log(`${broken} runs broke off.`)
if (ran === 0) console.log(`No test ran. With --size ${values.size}, some tests are left out.`)
process.exitCode = rows.size > 0 || broken > 0 || ran === 0 ? 1 : 0
