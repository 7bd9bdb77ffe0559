#!/usr/bin/env node
// Compares test/spec-coverage.md with docs/spec: each requirement of documents 1 and 2 must have exactly one row. If a requirement is built, its row
// names a test through a client, or the reason why there is none.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientFaults } from './lib/client-reach.mjs'
import { coverageFaults, parseCoverage } from './lib/spec-coverage.mjs'
import { specPages } from './lib/spec-ids.mjs'
import { root, say } from './lib/workspace.mjs'

const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
const sections = parseCoverage(read('test/spec-coverage.md') ?? '')
const rows = sections.flatMap((section) => section.rows)
const faults = [...coverageFaults(rows, specPages()), ...clientFaults(rows, read)]
for (const fault of faults) console.log(fault)
say(`${rows.length} rows; ${faults.length} faults`)
process.exit(faults.length > 0 ? 1 : 0)
