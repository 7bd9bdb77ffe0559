import { encode } from 'uqr'

/** Width and height of a finder pattern, in modules. */
const finder = 7

export interface QrDots {
  /** In modules. */
  readonly size: number
  /** The path of all dots except the finder patterns. */
  readonly dots: string
}

/** Draws the dots of a code. Without `whole`, leaves its middle empty for a picture. */
export function draw(text: string, whole: boolean): QrDots {
  const { size, data } = encode(text, { ecc: 'Q', border: 0 })
  const middle = (size - 1) / 2
  // Half the width of the empty middle, which is slightly wider than the picture. The picture is as wide as a quarter of the code.
  const room = whole ? 0 : size / 8 + 0.8
  let dots = ''
  for (const [y, row] of data.entries()) {
    for (const [x, dark] of row.entries()) {
      const eye = (x < finder && (y < finder || y >= size - finder)) || (x >= size - finder && y < finder)
      const centre = Math.abs(x - middle) < room && Math.abs(y - middle) < room
      if (dark && !eye && !centre) dots += `M${x + 0.5} ${y + 0.5}h0`
    }
  }
  return { size, dots }
}
