// Splits a specification into rows, and reads the table that says where each row is tested.

/**
 * A row is a sentence of a paragraph or list item, or a table row. Each line of a specification is one paragraph, item or
 * row. A sentence ends at a full stop, exclamation or question mark with any closing quotes and brackets, if white space and
 * no lower-case letter follow.
 */
export function cut(text) {
  const sections = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    const heading = /^(#+) +(.*)$/.exec(line)
    if (heading) sections.push({ heading: heading[2], level: heading[1].length, rows: [] })
    else if (line !== '' && !/^\|[\s:|-]+\|$/.test(line)) sections.at(-1)?.rows.push(...rowsOf(line))
  }
  return sections
}

function rowsOf(line) {
  if (line.startsWith('|')) return [line.replace(/^\| *| *\|$/g, '')]
  return line.replace(/^(?:[-*]|\d+\.) +/, '').split(/(?<=[.!?]['")\]]*)\s+(?![a-z])/)
}

/** Parses `test/spec-coverage.md` into its sections and rows, in file order. */
export function parseCoverage(text) {
  const sections = []
  for (const line of text.split('\n')) {
    const heading = /^#+ +(.*?) *$/.exec(line)
    if (heading) sections.push({ heading: heading[1], rows: [] })
    if (!line.startsWith('| ') || /^\| (row|---) \|/.test(line)) continue
    const cells = line.replace(/^\| *| *\|$/g, '').split(/ *(?<!\\)\| */)
    const [quote = '', state = '', where = ''] = cells.map((cell) => cell.replaceAll('\\|', '|').trim())
    sections.at(-1)?.rows.push({ quote, state, where })
  }
  return sections
}

/** Prints a row that `parseCoverage` can read. */
export function printRow({ quote, state, where }) {
  return `| ${[quote, state, where].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Parses the tests that a cell names: `path` › "describe › title". An ellipsis in a title matches any text. */
export function testsNamed(where) {
  return where.split('<br>').flatMap((part) => {
    const named = /`([^`]+)` › "(.*)"$/.exec(part.trim())
    return named ? [{ file: named[1], name: named[2] }] : []
  })
}

/** Each test that the table names, once. */
export function allNamed(sections) {
  const named = sections.flatMap(({ rows }) => rows.flatMap(({ where }) => testsNamed(where)))
  return [...new Map(named.map((one) => [`${one.file} › ${one.name}`, one])).values()]
}

/**
 * Looks up the named tests in the results of a run. `failed` lists those that failed or were missing; `skipped` lists, by
 * full name, those that the run skipped.
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
