// Reads the results of a Vitest run from the events of `event-reporter.mjs`.
import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ file: string, titles: string[], state: 'passed' | 'failed' | 'skipped', tags: string[], ms: number, error?: string, shown?: string }} Test
 * @typedef {{ file: string, titles: string[], error: string }} Failure `titles` is empty if a whole file failed.
 */

/** Reads the events of a run. `ended` is false if the run was stopped early, or never started. */
export function readResults(path) {
  const results = { tests: [], failures: [], unhandled: [], files: [], running: [], ended: false }
  if (!existsSync(path)) return results
  const running = new Map()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const event = parsed(line)
    if (!event) continue
    const { type, file } = event
    if (type === 'file-started') running.set(file, undefined)
    if (type === 'test-started') running.set(file, event.titles)
    if (type === 'test') {
      if (running.has(file)) running.set(file, undefined)
      results.tests.push(event)
      if (event.state === 'failed') results.failures.push(event)
    }
    if (type === 'failure') results.failures.push(event)
    if (type === 'file-ended') {
      running.delete(file)
      results.files.push(event)
    }
    if (type === 'unhandled') results.unhandled.push(event.error)
    if (type === 'ended') results.ended = true
  }
  results.running = [...running].map(([file, titles]) => ({ file, titles }))
  return results
}

/** Parses a line. Returns undefined for an incomplete line: if a run was killed, its last line may be incomplete. */
function parsed(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * Merges a run and the second try of its failed files. For these files, the second try counts. A test that failed only in the first run is unsteady.
 */
export function mergeSecondTry(first, second) {
  const again = new Set(second.files.map(({ file }) => file))
  const failedAgain = new Set(second.failures.map(nameOf))
  const tests = [...first.tests.filter(({ file }) => !again.has(file)), ...second.tests]
  return {
    tests,
    files: [...first.files.filter(({ file }) => !again.has(file)), ...second.files],
    failures: [...first.failures.filter(({ file }) => !again.has(file)), ...second.failures],
    unsteady: first.failures.filter((one) => again.has(one.file) && !failedAgain.has(nameOf(one))),
    unhandled: [...first.unhandled, ...second.unhandled],
    running: [...first.running, ...second.running],
    ended: first.ended && second.ended,
  }
}

export const nameOf = ({ file, titles }) => [file, ...titles].join(' › ')
export const failedFiles = ({ failures }) => [...new Set(failures.map(({ file }) => file))]
