// Cuts a specification into rows, and reads the table that says of each row where it is proven.

/**
 * A row is a sentence of a paragraph or of a list item, or a row of a table. Each line of a specification is a paragraph,
 * an item or a row of its own. A sentence ends at a full stop, exclamation or question mark, with the quotes and brackets
 * that close after it, where white space and no small letter follow.
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

/** The sections of `test/spec-coverage.md` with their rows, in the order of the file. */
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

/** What is printed for a row; `parseCoverage` reads it back. */
export function printRow({ quote, state, where }) {
  return `| ${[quote, state, where].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** The tests that a cell names: `path` › "describe › title". An ellipsis in a title stands for any text. */
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
 * What became of the named tests in a run: `failed` did not succeed or were not there; `skipped`, by their own full names, were
 * left out by the run.
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
