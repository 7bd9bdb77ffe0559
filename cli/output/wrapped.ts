import { unstyled } from './paint.ts'

/**
 * Breaks lines that are wider than the terminal at spaces, so that the cells of a table stay readable. Continues a `name value` line below its value.
 * Doesn't break words, so that an address can be copied whole.
 */
export function wrapped(text: string, columns: number | undefined): string {
  if (!columns) return text
  return text
    .split('\n')
    .flatMap((line) => (width(line) > columns ? broken(line, columns) : [line]))
    .join('\n')
}

function broken(line: string, columns: number): readonly string[] {
  const indent = ' '.repeat(indentOf(unstyled(line), columns))
  const lines: string[] = []
  let current = ''
  // Each word with the spaces before it.
  for (const word of line.match(/ *[^ ]+/g) ?? []) {
    if (width(current + word) <= columns || current.trim() === '') current += word
    else {
      lines.push(current)
      current = indent + word.trimStart()
    }
  }
  return [...lines, current]
}

/**
 * Returns the column of the value in a line with two cells, if enough room is left there. Otherwise a column a
 * little to the right of the line's start.
 */
function indentOf(line: string, columns: number): number {
  const cells = line.trimStart().split(/ {2,}/)
  const start = line.length - line.trimStart().length
  const value = cells.length === 2 ? line.length - (cells[1] ?? '').length : columns
  return value <= columns / 2 ? value : Math.min(start + 2, columns / 2)
}

function width(text: string): number {
  return unstyled(text).length
}
