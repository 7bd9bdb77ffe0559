// Reads the tables that name a test for each requirement and each security claim.
import { idsIn } from './spec-ids.mjs'

/** Matches the documents whose requirements need tests. */
const covered = /^docs\/spec\/[12]-/

/** Returns the requirements that don't have exactly one row, and the rows that have no requirement. */
export function coverageFaults(rows, pages) {
  const wanted = pages
    .filter(({ path }) => covered.test(path))
    .flatMap(({ text }) => idsIn(text).requirements)
  const ids = rows.map(({ id }) => id)
  return [
    ...wanted.filter((id) => !ids.includes(id)).map((id) => `${id} has no row`),
    ...ids.filter((id) => !wanted.includes(id)).map((id) => `${id} is not a requirement`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} has more than one row`),
  ]
}

/** Returns the ids of the claims in `SECURITY.md`, in the order of the page. */
export function claimsIn(text) {
  return [...text.matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(([, id]) => id)
}

/** Returns the sections of `test/spec-coverage.md` or `docs/security-claims.md` with their rows. */
export function parseCoverage(text) {
  const sections = []
  for (const line of text.split('\n')) {
    const heading = /^#+ +(.*?) *$/.exec(line)
    if (heading) sections.push({ heading: heading[1], rows: [] })
    if (!line.startsWith('| ') || /^\| (id|---) \|/.test(line)) continue
    const cells = line.replace(/^\| *| *\|$/g, '').split(/ *(?<!\\)\| */)
    const [id = '', state = '', where = ''] = cells.map((cell) => cell.replaceAll('\\|', '|').trim())
    sections.at(-1)?.rows.push({ id, state, where })
  }
  return sections
}

/** Returns the tests in a cell, such as `path` › "describe › title". An ellipsis in a title matches any text. */
export function testsNamed(where) {
  return where.split('<br>').flatMap((part) => {
    const named = /`([^`]+)` › "(.*)"$/.exec(part.trim())
    return named ? [{ file: named[1], name: named[2] }] : []
  })
}

export function allNamed(sections) {
  const named = sections.flatMap(({ rows }) => rows.flatMap(({ where }) => testsNamed(where)))
  return [...new Map(named.map((one) => [`${one.file} › ${one.name}`, one])).values()]
}

/**
 * Checks the named tests in the results of a run. `failed`: tests that failed or don't exist. `skipped`: full names of tests that didn't run.
 * @param {readonly { readonly file: string, readonly titles: readonly string[], readonly state: string }[]} tests
 */
export function checkRun(named, tests) {
  const results = tests.map(({ file, titles, state }) => ({ file, name: titles.join(' › '), state }))
  const failed = []
  const skipped = []
  for (const { file, name } of named) {
    const meant = results.filter((one) => one.file === file && isMeant(name, one.name))
    if (meant.length === 0 || meant.some(({ state }) => state === 'failed')) failed.push(`${file} › ${name}`)
    for (const one of meant)
      if (!['passed', 'failed'].includes(one.state)) skipped.push(`${file} › ${one.name}`)
  }
  return { failed, skipped }
}

function isMeant(name, fullName) {
  const literals = name.split('…').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literals.join('.*')}$`, 's').test(fullName)
}
