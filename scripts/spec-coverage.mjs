#!/usr/bin/env node
// Compares test/spec-coverage.md with the requirements of docs/spec: each of documents 1 and 2 has exactly one row.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverageFaults, parseCoverage } from './lib/spec-coverage.mjs'
import { specPages } from './lib/spec-ids.mjs'
import { root, say } from './lib/workspace.mjs'

const sections = parseCoverage(readFileSync(join(root, 'test/spec-coverage.md'), 'utf8'))
const rows = sections.flatMap((section) => section.rows)
const faults = coverageFaults(rows, specPages())
for (const fault of faults) console.log(fault)
say(`${rows.length} rows; ${faults.length} faults`)
process.exit(faults.length > 0 ? 1 : 0)
