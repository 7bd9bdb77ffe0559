// Reads the ids of the specification: `## S1.2 …` heads a section, `**S1.2.1**` begins a requirement.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const folder = 'docs/spec'

/** Returns the pages of the specification. */
export function specPages() {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Returns the ids of a page, in its order. A requirement is a list item or a table row that begins with its id. */
export function idsIn(text) {
  const sections = [...text.matchAll(/^#{2,} (S\d+(?:\.\d+)+) /gm)].map(([, id]) => id)
  const requirements = [...text.matchAll(/^(?:- |\| )\*\*(S\d+(?:\.\d+)+)\*\*/gm)].map(([, id]) => id)
  return { sections, requirements }
}

/** Everything that can be cited: requirements, and the sections and chapters around them. */
export function citable(pages) {
  const ids = pages
    .map(({ text }) => idsIn(text))
    .flatMap((found) => [...found.sections, ...found.requirements])
  return new Set(ids.flatMap(withParents))
}

function withParents(id) {
  const parts = id.split('.')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 2).join('.'))
}
