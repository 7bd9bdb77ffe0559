import { encode } from 'uqr'

/** Draws a QR code with half blocks. With colors, it is black on white. Without colors, it suits a dark background. */
export function terminalQr(text: string, color: boolean): string {
  const { data, size } = encode(text, { ecc: 'L', border: 2 })
  const ink = (row: number, column: number) => (data[row]?.[column] ?? false) === color
  const lines: string[] = []
  for (let row = 0; row < size; row += 2) {
    let line = ''
    for (let column = 0; column < size; column++) {
      const above = ink(row, column)
      const below = row + 1 < size ? ink(row + 1, column) : !color
      line += above ? (below ? '█' : '▀') : below ? '▄' : ' '
    }
    lines.push(color ? `\u001B[30;107m${line}\u001B[0m` : line)
  }
  return lines.join('\n')
}
