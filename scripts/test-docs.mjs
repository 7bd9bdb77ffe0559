#!/usr/bin/env node
// Runs the shell commands of the README and the docs in empty folders, with the packed package and local nodes. Installs packages from the npm
// registry. Not part of `npm test`. Arguments go to vitest.
import { bin, ensureBuilt, ensureInstalled, run } from './lib/workspace.mjs'

ensureInstalled()
ensureBuilt({ types: true })
process.exitCode = run(bin('vitest'), ['run', '--project', 'shell', ...process.argv.slice(2)])
