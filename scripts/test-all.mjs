#!/usr/bin/env node
// Runs every test: in all looks (devices, modes and languages), with both databases, and in three random orders. Also runs the
// install tests, the tests with other libraries, the commands of the docs, and the short soak run. Takes hours on two cores. Each
// step can run alone.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root, say } from './lib/workspace.mjs'

const script = (name, ...args) => [join(root, 'scripts', name), ...args]
const shuffled = (seed) => script('test-steady.mjs', '--runs', '1', '--busy', '0', '--shuffle', String(seed))
const steps = [
  ['Every test, in all looks', script('test.mjs', '--size', 'all')],
  ...[1, 2, 3].map((seed) => [`The tests in another order, seed ${seed}`, shuffled(seed)]),
  ['Libraries of other people', script('test-hosts.mjs')],
  ['Commands of the docs', script('test-docs.mjs')],
  ['The soak, in its short form', script('soak.mjs', '--short')],
]
const failed = []
for (const [title, args] of steps) {
  say(`\n▸▸ ${title}`)
  if (spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status !== 0) failed.push(title)
}
console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'All steps passed.')
process.exitCode = failed.length > 0 ? 1 : 0
