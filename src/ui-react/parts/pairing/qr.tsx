import { useEffect, useMemo, useReducer, useState } from 'react'
import { useStyles } from '../../hooks/use-styles.ts'
import { PartUnreachable } from '../lazy-part.tsx'
import css from './qr.css?inline'

/** Same as in `qr-dots.ts`, which is loaded only when there is a code to draw. */
const finder = 7

type Draw = typeof import('./qr-dots.ts').draw

/** Adopts the styles of a code's background (`.qr`). */
export function useQrStyles(): void {
  useStyles(css)
}

export interface QrCodeProps {
  /** Undefined while loading. */
  readonly text: string | undefined
  readonly label: string
  /** Whether to draw the code without a picture in its middle. */
  readonly whole?: boolean | undefined
}

/**
 * Shows a QR code of round dots with space for a picture in its middle. A scanner can still read the code, because error
 * correction level Q tolerates the loss of a quarter (S3.4.4).
 */
export function QrCode({ text, label, whole = false }: QrCodeProps) {
  const [attempt, again] = useReducer((count: number) => count + 1, 0)
  const [fetched, setFetched] = useState<{ readonly draw?: Draw; readonly failed?: boolean }>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again for each attempt.
  useEffect(() => {
    let gone = false
    import('./qr-dots.ts').then(
      ({ draw }) => !gone && setFetched({ draw }),
      () => !gone && setFetched({ failed: true }),
    )
    return () => {
      gone = true
    }
  }, [attempt])
  const { draw, failed } = fetched
  // Draw only the finder patterns while loading.
  const { size, dots } = useMemo(
    () => (text && draw ? draw(text, whole) : { size: 65, dots: '' }),
    [text, draw, whole],
  )
  const eyes = [
    [0, 0],
    [size - finder, 0],
    [0, size - finder],
  ] as const
  const retry = () => {
    setFetched({})
    again()
  }
  if (failed) return <PartUnreachable retry={retry} />
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      data-testid={dots ? 'qr-code' : undefined}
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
