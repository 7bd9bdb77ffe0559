#!/usr/bin/env node
// Applies the changesets: sets the new version in package.json, package-lock.json and src/version.ts, and moves the changesets into CHANGELOG.md.
// Publishes nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ensureInstalled, root, run } from './lib/workspace.mjs'

ensureInstalled()
const failed = run(bin('changeset', '@changesets/cli'), ['version'])
if (failed) process.exit(failed)

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { version } = read('package.json')
const lock = read('package-lock.json')
lock.version = version
lock.packages[''].version = version
// Both packages have the same version, because create-latchkey creates apps with latchkey of its own version.
lock.packages['packages/create-latchkey'].version = version
writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
writeFileSync(join(root, 'src/version.ts'), `export const version = '${version}'\n`)
