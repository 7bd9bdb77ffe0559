#!/usr/bin/env node
// Writes src/ui-react/parts/error-explanations.ts from docs/errors.md, so that the modal can explain an error in its place.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root, run, say } from './lib/workspace.mjs'

const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
const sections = [...page.matchAll(/### `([^`]+)`\n\n> .+\n\n(.+)\n\n\*\*What to do:\*\* (.+)\n/g)]
const entries = sections.map(
  ([, code, meaning, remedy]) =>
    `  ${JSON.stringify(code)}: [${JSON.stringify(meaning)}, ${JSON.stringify(remedy)}],`,
)
const file = join(root, 'src/ui-react/parts/error-explanations.ts')
writeFileSync(
  file,
  `/** Of each code what it means and what to do. Written by scripts/explain-errors.mjs from docs/errors.md. */
export const errorExplanations: Readonly<Record<string, readonly [meaning: string, remedy: string]>> = {
${entries.join('\n')}
}
`,
)
run(bin('biome', '@biomejs/biome'), ['format', '--write', file])
say(`${entries.length} errors explained`)
