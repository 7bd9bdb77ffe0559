import { encode } from 'uqr'

/**
 * A text as a QR code of half blocks, two rows of modules in a line. With colours it is black on white, whatever the
 * terminal's own are; without them it is drawn for a dark one.
 */
export function terminalQr(text: string, colour: boolean): string {
  const { data, size } = encode(text, { ecc: 'L', border: 2 })
  const ink = (row: number, column: number) => (data[row]?.[column] ?? false) === colour
  const lines: string[] = []
  for (let row = 0; row < size; row += 2) {
    let line = ''
    for (let column = 0; column < size; column++) {
      const above = ink(row, column)
      const below = row + 1 < size ? ink(row + 1, column) : !colour
      line += above ? (below ? '█' : '▀') : below ? '▄' : ' '
    }
    lines.push(colour ? `\u001B[30;107m${line}\u001B[0m` : line)
  }
  return lines.join('\n')
}
