// Writes the last lines of a run: failed tests, unsteady tests (they failed, then passed in a second try), left-out tests, and
// counts.
import { nameOf } from './results.mjs'

/** The maximum number of unsteady tests in a whole run. With more, the run fails. */
const mostUnsteady = 2

/** The maximum number of lines of each kind, so that all fit into 40 lines. */
const most = { running: 3, failed: 18, unhandled: 4, unsteady: 8 }

/** Returns whether the run has passed. */
export function isGreen({ failures, unhandled, unsteady, hung, ended, code }) {
  return (
    failures.length === 0 &&
    unhandled.length === 0 &&
    unsteady.length <= mostUnsteady &&
    !hung &&
    ended &&
    code === 0
  )
}

/** Returns the lines about one run's results, worst first. */
export function closingLines({ failures, unhandled, unsteady, hung, ended, running, code }) {
  const lines = []
  const list = (title, all, room) => {
    if (all.length === 0) return
    lines.push(title, ...all.slice(0, room).map((line) => `  ${line}`))
    if (all.length > room) lines.push(`  and ${all.length - room} more`)
  }
  const named = ({ error, shown, ...test }) =>
    `${nameOf(test)}: ${shortened(error ?? 'failed')}${shown ? ` ${shortened(shown, 700)}` : ''}`
  if (hung)
    list(
      'The run made no progress and was ended. Still running:',
      running.map(({ file, titles }) => nameOf({ file, titles: titles ?? [] })),
      most.running,
    )
  else if (!ended || (code !== 0 && failures.length === 0 && unhandled.length === 0))
    lines.push(`The run broke off (exit ${code}): its setup failed, or it was killed.`)
  list('Failed:', failures.map(named), most.failed)
  list(
    'Errors outside of tests:',
    unhandled.map((text) => shortened(text)),
    most.unhandled,
  )
  list(
    unsteady.length > mostUnsteady
      ? `Unsteady, more than ${mostUnsteady}, so the run is red:`
      : 'Unsteady, passed in a second try:',
    unsteady.map(named),
    most.unsteady,
  )
  return lines
}

/** Counts passed, failed and skipped tests. A failed hook or file counts as a failed test. */
export function countTests(all) {
  const counts = { passed: 0, failed: 0, skipped: 0, leftOut: 0 }
  for (const { tests, failures, hung, ended, unhandled, code } of all) {
    for (const { state, tags } of tests) {
      if (state === 'passed') counts.passed += 1
      else if (state === 'skipped') counts[tags.length > 0 ? 'leftOut' : 'skipped'] += 1
    }
    const named = failures.length + unhandled.length
    counts.failed += named + (hung || !ended || (code !== 0 && named === 0) ? 1 : 0)
  }
  return counts
}

function shortened(text, length = 160) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
