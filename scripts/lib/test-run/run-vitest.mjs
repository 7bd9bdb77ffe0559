// Runs Vitest in another process. If the run hangs, ends it and names the files that were running.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bin, root, say } from '../workspace.mjs'
import { killTree } from './process-tree.mjs'
import { failedFiles, mergeSecondTry, readResults } from './results.mjs'

const reporter = fileURLToPath(new URL('event-reporter.mjs', import.meta.url))

/**
 * The limit, in ms, after which a run counts as hung: no file and no test has started or ended for this time. A test takes at
 * most a few minutes. A hook takes at most ten, because it may install a project's dependencies, or wait for nodes that another
 * file uses.
 */
const elevenMinutes = 11 * 60_000

/**
 * Runs Vitest on all files, or on files whose path contains one of `filters`. Resolves with the results (see `results.mjs`), the exit `code`, and
 * `hung` if the run had to be ended.
 * @param {{ options: string[], filters?: string[], env?: Record<string, string>, cwd?: string, output?: 'inherit' | 'ignore', silenceLimit?: number
 * }} run
 */
export async function runVitest({
  options,
  filters = [],
  env = {},
  cwd = root,
  output = 'inherit',
  silenceLimit = elevenMinutes,
}) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  const events = join(folder, 'events.ndjson')
  const child = spawn(
    process.execPath,
    [bin('vitest'), 'run', '--reporter', 'default', '--reporter', reporter, ...options, ...filters],
    { cwd, stdio: ['ignore', output, output], env: { ...process.env, ...env, LATCHKEY_TEST_EVENTS: events } },
  )
  let hung = false
  const started = Date.now()
  const watchdog = setInterval(() => {
    const last = existsSync(events) ? statSync(events).mtimeMs : started
    if (Date.now() - last < silenceLimit) return
    hung = true
    killTree(child.pid)
  }, 1000)
  const code = await new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)))
  clearInterval(watchdog)
  const results = readResults(events)
  rmSync(folder, { recursive: true, force: true })
  return { ...results, code, hung, unsteady: [] }
}

/**
 * Runs Vitest, then runs failed files again: in a new process, with new nodes, one file after the other. There is no second try if the run hung or
 * never ended, or after an unhandled error, such as a dead worker.
 */
export async function runTwice(run) {
  const first = await runVitest(run)
  const broken = first.hung || !first.ended || first.unhandled.length > 0
  const files = failedFiles(first)
  if (broken || files.length === 0) return first
  say(`\n▸ Second try, in a new process: ${files.join(', ')}`)
  const second = await runVitest({
    ...run,
    options: [...run.options, '--no-file-parallelism'],
    filters: files,
  })
  return { ...mergeSecondTry(first, second), code: second.code, hung: second.hung }
}
