#!/usr/bin/env node
// The bridges under the libraries that they bridge to, as they are on npm: heavy ones, which only this installs, in
// test/hosts. Not part of `npm test`. Arguments go to vitest.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ensureInstalled, root, run, say } from './lib/workspace.mjs'

ensureInstalled()
const hosts = join(root, 'test/hosts')
if (!existsSync(join(hosts, 'node_modules'))) {
  say('Installing the libraries of test/hosts …')
  const npm = spawnSync('npm', ['ci'], { cwd: hosts, stdio: 'inherit', shell: process.platform === 'win32' })
  if (npm.status !== 0) process.exit(npm.status ?? 1)
}
const code =
  run(bin('tsc', 'typescript'), ['--noEmit', '-p', hosts]) ||
  run(bin('vitest'), ['run', '--project', 'hosts', ...process.argv.slice(2)])
process.exitCode = code
