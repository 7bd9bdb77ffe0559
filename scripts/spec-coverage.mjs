#!/usr/bin/env node
// Compares test/spec-coverage.md with the specifications, or prints its tables anew with what it already says.
//   node scripts/spec-coverage.mjs compare <specification files…>
//   node scripts/spec-coverage.mjs rows <specification files…>
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cut, parseCoverage, printRow } from './lib/spec-coverage.mjs'
import { root, say } from './lib/workspace.mjs'

const [command, ...files] = process.argv.slice(2)
if (!['compare', 'rows'].includes(command) || files.length === 0) {
  say('Usage: node scripts/spec-coverage.mjs compare|rows <specification files…>')
  process.exit(2)
}
const path = join(root, 'test/spec-coverage.md')
// The first section says how to read the others.
const [, ...covered] = parseCoverage(existsSync(path) ? readFileSync(path, 'utf8') : '')
const specified = files.flatMap((file) => cut(readFileSync(file, 'utf8')))

if (command === 'rows') print()
else process.exit(compare())

/** Names what is missing, changed, or no longer specified; the sections and rows stand in the order of the specifications. */
function compare() {
  const faults = []
  for (const [index, { heading, rows }] of specified.entries()) {
    const section = covered[index]
    if (section?.heading !== heading) {
      faults.push(`missing or not in its place: section “${heading}”`)
      continue
    }
    const quotes = section.rows.map(({ quote }) => quote)
    const missing = rows.filter((row) => !quotes.includes(row))
    const foreign = quotes.filter((quote) => !rows.includes(quote))
    faults.push(...missing.map((row) => `missing in “${heading}”: ${row}`))
    faults.push(...foreign.map((row) => `not specified in “${heading}”: ${row}`))
    if (missing.length + foreign.length === 0 && quotes.join('\n') !== rows.join('\n'))
      faults.push(`another order or number of rows in “${heading}”`)
  }
  faults.push(...covered.slice(specified.length).map(({ heading }) => `not specified: section “${heading}”`))
  for (const fault of faults) console.log(fault)
  const count = specified.reduce((sum, { rows }) => sum + rows.length, 0)
  say(`${count} rows are specified; ${faults.length} differences`)
  return faults.length > 0 ? 1 : 0
}

function print() {
  for (const { heading, level, rows } of specified) {
    console.log(`\n${'#'.repeat(level + 1)} ${heading}\n`)
    if (rows.length > 0) console.log('| row | state | where |\n| --- | --- | --- |')
    const known = covered.filter((section) => section.heading === heading).flatMap((section) => section.rows)
    for (const row of rows)
      console.log(printRow(known.find(({ quote }) => quote === row) ?? { quote: row, state: '', where: '' }))
  }
}
