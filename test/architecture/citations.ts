import type { ProseLine } from './prose.ts'

/** A requirement or a section of docs/spec. The dot keeps a storage named S3 out. */
export const ofSpec = /\bS[1-9]\d*(?:\.\d+)+/g

const names = '(?:reliability|architecture|house|look|real-parts|users|style|words)'

/** Documents that are not in the repository, by the ways they were cited. */
export const ofPrivate = new RegExp(
  [
    String.raw`\bfacts?,? (?:section )?\d+(?:\.\d+)*`,
    String.raw`\b(?:specification|spec|architecture),? (?:section )?\d+`,
    String.raw`\bsection \d+ of the (?:facts|specification|architecture)`,
    // A code such as RP7, or the name as code or as a file.
    String.raw`\b${names}\b`.concat('(?:\\.md)?`?,? [A-Z]{1,3}\\d+'),
    `\`${names}(?:\\.md)?\`,? (?:section )?\\d+`,
    // docs/architecture.md is in it.
    String.raw`(?<!docs/)\b${names}\.md\b`,
  ].join('|'),
  'gi',
)

/** Words that keep a sentence from being read once. */
export const stilted = /\b(?:whom|whoever|somebody|nobody|whereof|thereby)\b/gi

/** What a pattern finds in the lines, each with its place. */
export function findAll(
  lines: readonly ProseLine[],
  pattern: RegExp,
): readonly (ProseLine & { found: string })[] {
  return lines.flatMap((line) => [...line.text.matchAll(pattern)].map(([found]) => ({ ...line, found })))
}
