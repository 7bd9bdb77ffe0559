import { unstyled } from './paint.ts'
import { printable } from './printable.ts'

/** Separates columns by two spaces. Escapes line breaks in cells, so that no text can add a row. */
export function table(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(printable))
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, plainWidth(cell))
    })
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - plainWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Leaves out entries without a value. */
export function fields(entries: readonly (readonly [string, string | undefined])[]): string {
  return table(
    entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
}

function plainWidth(text: string): number {
  return unstyled(text).length
}
