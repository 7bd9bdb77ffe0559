#!/usr/bin/env node
// Writes src/ui-react/language/english-errors.ts from docs/errors.md, so that the modal can explain an error in its place.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root, run, say } from './lib/workspace.mjs'

const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
const heading = '## .+\n\n.+\n'
const entry = '### `([^`]+)`\n\n> .+\n\n(.+)\n\n\\*\\*What to do:\\*\\* (.+)\n'
const toVisitor = '(?:\n\\*\\*To a visitor:\\*\\* (.+)\n)?'
/** What the codes of the present part mean to a visitor. */
let usual
const entries = []
let read = 0
for (const [, code, meaning, remedy, own] of page.matchAll(
  new RegExp(`^(?:${heading}|${entry})${toVisitor}`, 'gm'),
)) {
  if (own) read++
  if (!code) usual = own
  else entries.push(`  ${JSON.stringify(code)}: ${JSON.stringify(own ?? usual ?? `${meaning} ${remedy}`)},`)
}
// A paragraph that is broken over two lines would be passed over, and the visitor told something else.
const written = page.match(/^\*\*To a visitor:\*\*/gm)?.length
if (read !== written)
  throw new Error(
    `${written} texts are for visitors, and ${read} of them could be read: each paragraph is one line`,
  )
const file = join(root, 'src/ui-react/language/english-errors.ts')
writeFileSync(
  file,
  `/** Of each code what it means to a visitor. Written by scripts/explain-errors.mjs from docs/errors.md. */
export const englishErrors = {
${entries.join('\n')}
}
`,
)
run(bin('biome', '@biomejs/biome'), ['format', '--write', file])
say(`${entries.length} errors explained`)
