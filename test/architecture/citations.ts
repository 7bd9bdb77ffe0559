import type { ProseLine } from './prose.ts'

/** A requirement or a section of docs/spec. The dot excludes a storage named S3. */
export const ofSpec = /\bS[1-9]\d*(?:\.\d+)+/g

const names = '(?:reliability|architecture|house|look|real-parts|users|style|words)'

/** Documents that are not in the repository, in the forms in which they were cited. */
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

/** Archaic words that make a sentence hard to read. */
export const stilted = /\b(?:whom|whoever|somebody|nobody|whereof|thereby)\b/gi

/** The matches of a pattern in the lines, each with its position. */
export function findAll(
  lines: readonly ProseLine[],
  pattern: RegExp,
): readonly (ProseLine & { found: string })[] {
  return lines.flatMap((line) => [...line.text.matchAll(pattern)].map(([found]) => ({ ...line, found })))
}
