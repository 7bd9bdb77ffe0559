import type { ProseLine } from './prose.ts'

/** An id of a requirement or of a section in docs/spec. The dot excludes a storage service named S3. */
export const ofSpec = /\bS[1-9]\d*(?:\.\d+)+/g

const names = '(?:reliability|architecture|house|look|real-parts|users|style|words)'

/** References to private documents, which are not in the repository. */
export const ofPrivate = new RegExp(
  [
    String.raw`\bfacts?,? (?:section )?\d+(?:\.\d+)*`,
    String.raw`\b(?:specification|spec|architecture),? (?:section )?\d+`,
    String.raw`\bsection \d+ of the (?:facts|specification|architecture)`,
    // A code such as RP7 after the document's name. The name may be in backticks or end in .md.
    String.raw`\b${names}\b`.concat('(?:\\.md)?`?,? [A-Z]{1,3}\\d+'),
    `\`${names}(?:\\.md)?\`,? (?:section )?\\d+`,
    // The look-behind excludes docs/architecture.md, which is in the repository.
    String.raw`(?<!docs/)\b${names}\.md\b`,
  ].join('|'),
  'gi',
)

/** Archaic words that make a sentence hard to read. */
export const stilted = /\b(?:whom|whoever|somebody|nobody|whereof|thereby)\b/gi

export function findAll(
  lines: readonly ProseLine[],
  pattern: RegExp,
): readonly (ProseLine & { found: string })[] {
  return lines.flatMap((line) => [...line.text.matchAll(pattern)].map(([found]) => ({ ...line, found })))
}
