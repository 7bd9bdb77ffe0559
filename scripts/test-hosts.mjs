#!/usr/bin/env node
// The bridges under the libraries that they bridge to, as they are on npm, and the examples with the package as it would be
// published: heavy ones, which only this installs, in test/hosts and examples. Not part of `npm test`. Arguments go to vitest.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ensureBuilt, ensureInstalled, root, run, say } from './lib/workspace.mjs'

ensureInstalled()
const hosts = join(root, 'test/hosts')
if (!existsSync(join(hosts, 'node_modules'))) {
  say('Installing the libraries of test/hosts …')
  const npm = spawnSync('npm', ['ci'], { cwd: hosts, stdio: 'inherit', shell: process.platform === 'win32' })
  if (npm.status !== 0) process.exit(npm.status ?? 1)
}
// The examples are made with what is packed.
ensureBuilt({ types: true })
const code =
  run(bin('tsc', 'typescript'), ['--noEmit', '-p', hosts]) ||
  run(bin('vitest'), ['run', '--project', 'hosts', ...process.argv.slice(2)])
process.exitCode = code
