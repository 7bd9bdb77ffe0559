#!/usr/bin/env node
// Runs a minute of checks, for example before a commit: format, types, unused code, architecture, docs, and the unit tests of changed code.
import { checksOf, runQuietly } from './lib/test-run/checks.mjs'
import { closingLines, countTests, isGreen } from './lib/test-run/closing-lines.mjs'
import { runVitest } from './lib/test-run/run-vitest.mjs'
import { changedFiles, selectTests } from './lib/test-run/tests-of-change.mjs'
import { ensureInstalled, say } from './lib/workspace.mjs'

ensureInstalled()
const started = Date.now()
const { files } = selectTests(changedFiles('HEAD'))
const nearest = files.filter((file) => /^test\/(docs|property|unit)\//.test(file))
/** Tests of docs pages that neither compile nor run code. The other tests of pages run only if a page has changed. */
const pages = ['pages', 'cli-page', 'options-page', 'examples', 'not-built'].map(
  (name) => `test/docs/${name}.`,
)

const [passed, results] = await Promise.all([
  // The checks run one after another, because the tests need the second core.
  checksOf({ cached: true }).reduce(
    async (before, one) => [...(await before), await runQuietly(one, say)],
    [],
  ),
  runVitest({
    options: ['--tagsFilter', '!ci && !all'],
    filters: ['test/architecture', ...pages, ...nearest],
  }),
])
for (const line of closingLines(results)) console.log(line)
const { passed: tests, failed } = countTests([results])
console.log(`${tests} passed, ${failed} failed`)
say(`${((Date.now() - started) / 1000).toFixed(0)} s`)
process.exitCode = isGreen(results) && passed.every(Boolean) ? 0 : 1
