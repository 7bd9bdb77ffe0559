#!/usr/bin/env node
// Tests the bridges and development wallets with third-party libraries, and the examples with the packed package. Installs their dependencies in
// test/hosts and examples. Not part of `npm test`. Arguments go to vitest.
import { join } from 'node:path'
import { bin, ensureBuilt, ensureInstalled, realParts, root, run, say } from './lib/workspace.mjs'

ensureInstalled()
const hosts = join(root, 'test/hosts')
ensureInstalled(hosts)
// The examples use the packed package, with its types.
ensureBuilt({ types: true })
const code =
  run(bin('tsc', 'typescript'), ['--noEmit', '-p', hosts]) ||
  run(bin('vitest'), ['run', '--project', 'hosts', ...process.argv.slice(2)])
for (const { name, install, found } of realParts())
  if (!found && name.includes(' node'))
    say(`Not available here, so not tested: ${name}. To get it: ${install}`)
process.exitCode = code
