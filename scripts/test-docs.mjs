#!/usr/bin/env node
// Runs the shell commands of the README and of the docs in clean folders, with the packed package and local nodes. The packages come from the npm
// registry. Not part of `npm test`. Arguments go to vitest.
import { bin, ensureBuilt, ensureInstalled, run } from './lib/workspace.mjs'

ensureInstalled()
ensureBuilt({ types: true })
process.exitCode = run(bin('vitest'), ['run', '--project', 'shell', ...process.argv.slice(2)])
