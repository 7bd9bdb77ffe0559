import { useMemo } from 'react'
import { encode } from 'uqr'
import { useStyles } from '../use-styles.ts'

const qrCss = `
.qr{forced-color-adjust:none;position:relative;width:100%;aspect-ratio:1;padding:20px;border-radius:calc(var(--r)*5);background-color:#fff;color:var(--lk-qr-color,#111215)}
.qr::after{content:"";position:absolute;inset:0;border-radius:inherit;box-shadow:inset 0 0 0 1px light-dark(var(--n3),transparent);pointer-events:none}
.qr svg{display:block;width:100%;height:100%}
.qr.skeleton{background-color:transparent;color:var(--n4)}
.qr .logo{position:absolute;inset:0;display:grid;place-items:center}
.qr .tile{width:21%;height:auto;aspect-ratio:1;background:#f1f1f2;color:#33343a}
`

const finder = 7

/** Of the ground that a code stands on, `.qr`. */
export function useQrStyles(): void {
  useStyles(qrCss)
}

export interface QrCodeProps {
  /** Undefined: it is on its way. */
  readonly text: string | undefined
  readonly label: string
  /** Without a picture in its middle. */
  readonly whole?: boolean | undefined
}

/** A QR code of round dots, with room in its middle for a picture: level Q loses up to a quarter. Facts 4.4. */
export function QrCode({ text, label, whole = false }: QrCodeProps) {
  // Without a text yet: where its eyes will be.
  const { size, dots } = useMemo(() => (text ? draw(text, whole) : { size: 65, dots: '' }), [text, whole])
  const eyes = [
    [0, 0],
    [size - finder, 0],
    [0, size - finder],
  ] as const
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      data-testid={text ? 'qr-code' : undefined}
    >
      <path d={dots} stroke="currentColor" strokeWidth=".9" strokeLinecap="round" fill="none" />
      {eyes.map(([x, y]) => (
        <g key={`${x}-${y}`} fill="none" stroke="currentColor">
          <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.8" />
          <rect x={x + 2} y={y + 2} width="3" height="3" rx=".9" fill="currentColor" stroke="none" />
        </g>
      ))}
    </svg>
  )
}

function draw(text: string, whole: boolean): { readonly size: number; readonly dots: string } {
  const { size, data } = encode(text, { ecc: 'Q', border: 0 })
  const middle = (size - 1) / 2
  // A little wider than the picture, which takes a quarter of the width.
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
