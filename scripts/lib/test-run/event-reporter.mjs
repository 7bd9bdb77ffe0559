// A Vitest reporter. It appends each event as a line of JSON to the file in LATCHKEY_TEST_EVENTS. If a run is killed, the file still shows which
// tests were running.
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export.
export default class EventReporter {
  #root = process.cwd()
  #path = process.env.LATCHKEY_TEST_EVENTS

  onInit({ config }) {
    this.#root = config.root
  }

  onTestModuleQueued(module) {
    this.#write({ type: 'file-started', file: this.#file(module) })
  }

  onTestCaseReady(test) {
    this.#write({ type: 'test-started', file: this.#file(test.module), titles: titlesOf(test) })
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result()
    this.#write({
      type: 'test',
      file: this.#file(test.module),
      titles: titlesOf(test),
      state,
      tags: test.tags,
      ms: Math.round(test.diagnostic()?.duration ?? 0),
      error: firstOf(errors),
      shown: shownOf(errors),
    })
  }

  /** Reports the errors of hooks. If a hook fails, Vitest reports the error at its `describe`, and skips the tests. */
  onTestSuiteResult(suite) {
    const error = firstOf(suite.errors())
    if (error)
      this.#write({ type: 'failure', file: this.#file(suite.module), titles: titlesOf(suite), error })
  }

  onTestModuleEnd(module) {
    const file = this.#file(module)
    const error = firstOf(module.errors())
    if (error) this.#write({ type: 'failure', file, titles: [], error })
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
      module.diagnostic()
    const ms = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
    this.#write({ type: 'file-ended', file, state: module.state(), ms: Math.round(ms) })
  }

  onTestRunEnd(_modules, errors, reason) {
    for (const error of errors) this.#write({ type: 'unhandled', error: firstOf([error]) })
    this.#write({ type: 'ended', reason })
  }

  #file(module) {
    return relative(this.#root, module.moduleId).replaceAll('\\', '/')
  }

  #write(event) {
    if (this.#path) appendFileSync(this.#path, `${JSON.stringify(event)}\n`)
  }
}

function titlesOf(task) {
  const titles = []
  for (let at = task; at.type !== 'module'; at = at.parent) titles.unshift(at.name)
  return titles
}

/** Returns the first line of the first error. A thrown value can have any type. */
function firstOf(errors) {
  const [error] = errors ?? []
  if (!error) return undefined
  const name = error.name && error.name !== 'Error' ? `${error.name}: ` : ''
  return `${name}${String(error.message ?? error)}`.split('\n')[0]
}

/** Returns what the pages of a failed test showed, which `test/e2e/page-report.ts` adds to the error. */
function shownOf(errors) {
  const lines = String(errors?.[0]?.message ?? '').split('\n')
  const shown = lines.filter((line) => /^(The page \S+ shows|Last events): /.test(line))
  return shown.length > 0 ? shown.join(' ') : undefined
}
