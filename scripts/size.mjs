#!/usr/bin/env node
// Measures the sizes that matter to a page. Writes them as JSON to the file in SIZE_REPORT, or prints them. Exits with 1 if a size is over its limit.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { root } from './lib/workspace.mjs'

const suites = ['imports', 'modal-sizes', 'embedded-wallet', 'features']
const file = process.env.SIZE_REPORT
const args = [join(root, 'scripts/bench.mjs'), ...suites, ...(file ? ['--json'] : [])]
const { status, stdout } = spawnSync(process.execPath, args, {
  cwd: root,
  stdio: ['ignore', file ? 'pipe' : 'inherit', 'inherit'],
  encoding: 'utf8',
})
if (file && stdout) {
  mkdirSync(dirname(resolve(file)), { recursive: true })
  writeFileSync(file, stdout)
}
process.exitCode = status ?? 1
