#!/usr/bin/env node
// The bridges under the libraries that they bridge to, as they are on npm: heavy ones, which only this installs, in
// test/hosts. Not part of `npm test`. Arguments go to vitest.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ensureInstalled, root, run, say } from './lib/workspace.mjs'

ensureInstalled()
const hosts = join(root, 'test/hosts')
if (!existsSync(join(hosts, 'node_modules'))) {
  say('Installing the libraries of test/hosts …')
  if (run('npm', ['ci'], { cwd: hosts }) !== 0) process.exit(1)
}
const code =
  run(bin('tsc'), ['--noEmit', '-p', hosts]) ||
  run(bin('vitest'), ['run', '--project', 'hosts', ...process.argv.slice(2)])
process.exitCode = code
