#!/usr/bin/env node
// Builds `dist`: JavaScript with tsup, and declarations with tsc at the same time. `--no-types` skips the declarations. `--if-changed` builds only if
// the sources have changed since the last build.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ensureBuilt, ensureInstalled, root, say, stampBuild } from './lib/workspace.mjs'

const types = !process.argv.includes('--no-types')
const dist = join(root, 'dist')

if (process.argv.includes('--if-changed')) {
  ensureInstalled()
  ensureBuilt({ types })
} else process.exitCode = await build()

async function build() {
  rmSync(dist, { recursive: true, force: true })
  const codes = await Promise.all([
    node(bin('tsup'), '--silent'),
    ...(types ? [node(bin('tsc', 'typescript-native'), '-p', 'tsconfig.types.json')] : []),
  ])
  const failed = codes.find((code) => code !== 0)
  if (failed !== undefined) return failed
  if (types) {
    // `declarations.mjs` imports TypeScript, which `--if-changed` may have to install first.
    const { finishDeclarations } = await import('./lib/declarations.mjs')
    const missing = notInstalled(finishDeclarations(dist))
    for (const line of missing) say(line)
    if (missing.length > 0) return 1
  }
  stampBuild({ types })
  return 0
}

/** Returns packages that the declarations import, but that hosts don't have: bundled dependencies and development dependencies. */
function notInstalled(packages) {
  const { name, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const known = [name, ...Object.keys({ ...dependencies, ...peerDependencies })]
  return [...packages]
    .filter(([used]) => !used.startsWith('node:') && !known.includes(used))
    .map(([used, files]) => `The types import ${used}, which a host doesn't have: ${files.join(', ')}`)
}

/**
 * Runs a Node script. Its output goes to stderr, because `npm pack --json` prints JSON to stdout. Each process can use 3 GB, so that two fit into a
 * laptop.
 */
function node(script, ...args) {
  const child = spawn(process.execPath, ['--max-old-space-size=3072', script, ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
