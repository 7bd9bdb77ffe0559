#!/usr/bin/env node
// Measures sizes, start-up and often used code. Machines differ, so the results are ratios and byte counts where possible.
// Arguments name the suites to run. Default: all. `--json` prints one object. `--growth` measures only how times grow with the
// size of data. `--check` measures only times in a page, and fails if a time is over its limit. Use `--check` on a quiet machine;
// `npm test` measures no times.
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureInstalled } from './lib/workspace.mjs'

const suites = [
  'imports',
  'app-weight',
  'modal-sizes',
  'first-load',
  'embedded-wallet',
  'features',
  'modal-speed',
  'views',
  'all-wallets',
  'typing',
  'start-up',
  'hot-paths',
  'connecting',
  'pairing',
  'relay-drop',
  'balance-reads',
  'idle-requests',
]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
ensureInstalled()
ensureBuilt()
const rows = []
const chosen = values.growth
  ? ['growth']
  : values.check
    ? ['modal-speed', 'views', 'all-wallets', 'typing']
    : suites
for (const suite of chosen) {
  if (positionals.length > 0 && !positionals.includes(suite)) continue
  const { measure } = await import(`./bench/${suite}.mjs`)
  for await (const row of measure()) {
    rows.push(row)
    if (!values.json) console.log(lineOf(row))
  }
}
if (values.json) console.log(JSON.stringify({ schemaVersion: 1, node: process.version, rows }, null, 2))
if (rows.some(({ ok }) => !ok)) process.exitCode = 1

function lineOf({ name, value, unit, limit, ok, missing }) {
  if (missing) return `${name.padEnd(74)}  not measured: no ${missing}`
  const verdict = limit === undefined ? '' : `  ${ok ? 'within' : 'OVER'} ${limit} ${unit}`
  return `${name.padEnd(74)}  ${String(value).padStart(8)} ${unit.padEnd(3)}${verdict}`
}
