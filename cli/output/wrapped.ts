import { unstyled } from './paint.ts'

/**
 * Breaks long lines at spaces. The rest of a `name value` line continues below the value. Words aren't broken, so that the user can copy an address.
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
 * Returns the column at which the rest of a long line continues. In a `name value` line with enough room, the rest continues
 * below the value. The rest of any other line is indented by two more columns than that line.
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
