// Reads how long each test file took in the last recorded run. `npm test -- --record` writes test/durations.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.mjs'

const path = join(root, 'test/durations.json')
let known

/** Returns how many seconds a test file takes. Files below a second and new files have no recorded duration. */
export function secondsOf(file) {
  known ??= existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return known[file] ?? 0.5
}

/** @param {readonly { readonly file: string, readonly ms: number }[]} files */
export function recordDurations(files) {
  const rows = files
    .map(({ file, ms }) => [file, Math.round(ms / 1000)])
    .filter(([, seconds]) => seconds >= 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`)
}
