#!/usr/bin/env node
// Generates two tables from docs/errors.md: the modal's error texts for visitors, and the CLI's hints.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root, run, say } from './lib/workspace.mjs'

const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
const heading = '## .+\n\n.+\n'
const entry = '### `([^`]+)`\n\n> .+\n\n(.+)\n\n\\*\\*What to do:\\*\\* (.+)\n'
const toVisitor = '(?:\n\\*\\*To a visitor:\\*\\* (.+)\n)?'
/** The visitor text of the current section. */
let usual
const toVisitors = []
const hints = []
let read = 0
for (const [, code, meaning, remedy, own] of page.matchAll(
  new RegExp(`^(?:${heading}|${entry})${toVisitor}`, 'gm'),
)) {
  if (own) read++
  if (!code) usual = own
  else {
    toVisitors.push([code, own ?? usual ?? `${meaning} ${remedy}`])
    hints.push([code, remedy])
  }
}
// The pattern skips a paragraph that spans two lines, and the visitor would get the wrong text.
const written = page.match(/^\*\*To a visitor:\*\*/gm)?.length
if (read !== written)
  throw new Error(
    `${written} texts are for visitors, and ${read} of them could be read: each paragraph is one line`,
  )
/** Writes a table of texts by error code, and formats it. */
function writeTable(path, head, texts) {
  const file = join(root, path)
  const rows = texts.map(([code, text]) => `  ${JSON.stringify(code)}: ${JSON.stringify(text)},`)
  writeFileSync(file, `${head} = {\n${rows.join('\n')}\n}\n`)
  run(bin('biome', '@biomejs/biome'), ['format', '--write', file])
}
const by = 'Written by scripts/explain-errors.mjs from docs/errors.md.'
writeTable(
  'src/ui-react/language/english-errors.ts',
  `/** Of each code what it means to a visitor. ${by} */\nexport const englishErrors`,
  toVisitors,
)
writeTable(
  'cli/output/error-hints.ts',
  `import type { ErrorCode } from 'latchkey'\n\n/** What to do about an error, in one line. ${by} */\nexport const errorHints: Readonly<Record<ErrorCode, string>>`,
  hints,
)
say(`${hints.length} errors explained`)
