#!/usr/bin/env node
// Checks every default endpoint twice: as a page of --origin uses it, and as a program uses it. Needs the internet. Passes other
// arguments to `latchkey doctor --endpoints`.
import { join } from 'node:path'
import { become, ensureBuilt, ensureInstalled, root } from './lib/workspace.mjs'

ensureInstalled()
ensureBuilt()
const given = process.argv.slice(2)
const origin = given.some((one) => one.startsWith('--origin')) ? [] : ['--origin', 'https://app.example']
become(join(root, 'dist/cli/main.js'), ['doctor', '--endpoints', '--timeout', '300', ...origin, ...given])
