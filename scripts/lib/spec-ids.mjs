// Reads the ids of the specification: `## S1.2 …` starts a section, `**S1.2.1**` starts a requirement.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const folder = 'docs/spec'

export function specPages() {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Returns the ids of a page in order. A requirement is a list item or a table row that starts with its id. */
export function idsIn(text) {
  const sections = [...text.matchAll(/^#{2,} (S\d+(?:\.\d+)+) /gm)].map(([, id]) => id)
  const requirements = [...text.matchAll(/^(?:- |\| )\*\*(S\d+(?:\.\d+)+)\*\*/gm)].map(([, id]) => id)
  return { sections, requirements }
}

/** Returns all ids that can be cited: requirements, sections and chapters. */
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
